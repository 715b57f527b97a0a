// Runs in a network namespace that is every address there is: notes who reaches which, answers names, serves the attacker.
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { attacker, names, port, publicAddress, serveAttack, stunPort } from './attackPages.mjs';
import { listen } from './listen.mjs';

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const pages = createServer((request, response) => {
  say({ served: `${request.headers.host}${request.url}` });
  if (!serveAttack(request, response)) response.writeHead(404).end();
});

await listen({
  tcp: [80, 443, port, stunPort, 5349, 22, 853, 8443],
  udp: [80, 443, port, stunPort, 5349, 19302, 853],
  note: (hit) => say({ hit }),
  serve(socket, address, at) {
    if (address !== publicAddress) return false;
    if (at === stunPort) {
      say({ served: `${attacker}/turn` });
      socket.destroy();
      return true;
    }
    pages.emit('connection', socket);
    return true;
  },
});

const addressTypes = { 1: 'A', 28: 'AAAA' };

/** A name server for one question at a time, which is what resolvers ask. */
function answer(query) {
  const labels = [];
  let at = 12;
  for (let length = query[at]; length > 0; length = query[at]) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
  const name = labels.join('.').toLowerCase();
  const type = addressTypes[query.readUInt16BE(at + 1)];
  if (type === 'A') say({ asked: name });
  const known = names[name] ?? names[name.replace(/^.*?\.(?=[^.]+\.attack\.example$)/, '')];
  const addresses = names[name]?.[type] ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : sixBytes(address);
    const head = Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(12, at + 5), ...records]);
}

function sixBytes(address) {
  const mapped = /^::ffff:([\d.]+)$/.exec(address);
  if (mapped) {
    return Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255, ...mapped[1].split('.').map(Number)])]);
  }
  const [head, tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.concat(groups.map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}

const nameServer = createSocket('udp6');
nameServer.on('message', (query, from) => nameServer.send(answer(query), from.port, from.address));
await new Promise((resolve) => nameServer.bind(53, '::', resolve));

/** Datagrams to ports that nobody listens on. */
const strayDatagrams = () =>
  [
    ['snmp', /^Udp: \d+ (\d+)/m],
    ['snmp6', /^Udp6NoPorts\s+(\d+)/m],
  ].reduce((sum, [file, field]) => {
    const text = readFileSync(`/proc/self/net/${file}`, 'utf8');
    return sum + Number(field.exec(text)?.[1] ?? 0);
  }, 0);

process.stdin.on('data', () => say({ strayDatagrams: strayDatagrams() }));
say({ ready: attacker });
