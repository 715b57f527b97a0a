import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

/** The addresses or the other name that a name has: the first list is the first answer, the last stays. */
type Zone = Record<string, readonly (readonly string[])[]>;

export interface TestResolver {
  /** What a fleet resolves names with. */
  resolve(name: string): Promise<string[]>;
  /** How often a name was looked up. */
  lookups(name: string): number;
  close(): void;
}

const types = { a: 1, cname: 5, aaaa: 28 };

/** A DNS server on loopback, without caches anywhere: every answer has a TTL of 0. */
export async function startResolver(zone: Zone): Promise<TestResolver> {
  const asked = new Map<string, number>();
  const server = createSocket('udp4', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${type}`;
    const round = asked.get(key) ?? 0;
    asked.set(key, round + 1);
    const records = recordsOf(zone, name, round).filter(
      (record) => record.type === type || record.type === types.cname,
    );
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    server.send(Buffer.concat([head, query.subarray(12, end), ...records.map(encode)]), from.port);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const none = () => [];
  return {
    resolve: async (name) =>
      (await Promise.all([resolver.resolve4(name).catch(none), resolver.resolve6(name).catch(none)])).flat(),
    lookups: (name) => asked.get(`${name} ${types.a}`) ?? 0,
    close: () => server.close(),
  };
}

interface DnsRecord {
  name: string;
  type: number;
  data: Buffer;
}

/** The records of a name, and of those that it is another name of. */
function recordsOf(zone: Zone, name: string, round: number): DnsRecord[] {
  const answers = zone[name] ?? [];
  const values = answers[Math.min(round, answers.length - 1)] ?? [];
  return values.flatMap((value) => {
    if (isIPv4(value)) return [{ name, type: types.a, data: Buffer.from(value.split('.').map(Number)) }];
    if (value.includes(':')) return [{ name, type: types.aaaa, data: bytesOf(value) }];
    return [{ name, type: types.cname, data: encodeName(value) }, ...recordsOf(zone, value, round)];
  });
}

const encode = ({ name, type, data }: DnsRecord): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
};

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** The bytes of an IPv6 address, whose last four may be written as IPv4. */
function bytesOf(address: string): Buffer {
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [first, last] = [groups(before), groups(after)];
  const all = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
