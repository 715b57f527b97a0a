import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, pageOf, testFleet } from './testFleet.js';

// Pages to which a server goes on to speak. It does so more seldom than a page has to be quiet before its image is taken.

const everyMs = 700;

const shell = (script: string) =>
  `<!doctype html><h1>waiting</h1><script type="module">
  const show = (text) => { document.querySelector('h1').textContent = text; };
  ${script}</script>`;

const read = `const reader = response.body.getReader();
  for (;;) { const { value } = await reader.read(); show(new TextDecoder().decode(value)); }`;
const hear = (path: string) =>
  `new EventSource('${path}').onmessage = ({ data }) => (self.show ?? show)(data);`;
const inWorker = (path: string) => `postMessage(''); self.show = (text) => postMessage(text); ${hear(path)}`;

/** Pages that show each of the messages, and what these come by. */
const speaking: Record<string, string> = {
  '/events': shell(hear('/tell')),
  '/socket': shell("new WebSocket('/tell').onmessage = ({ data }) => show(data);"),
  '/answer': shell(`const response = await fetch('/tell?plain'); ${read}`),
  '/worker': shell("new Worker('/worker.js').onmessage = ({ data }) => show(data);"),
  '/socket-in-worker': shell("new Worker('/socket.js').onmessage = ({ data }) => show(data);"),
  '/shared': shell("new SharedWorker('/shared.js').port.onmessage = ({ data }) => show(data);"),
  '/shared-socket': shell("new SharedWorker('/shared-socket.js').port.onmessage = ({ data }) => show(data);"),
};
/** Pages that look the same after the first message, or without any. */
const still: Record<string, string> = {
  '/said': shell("show('said');"),
  '/said-once': shell(hear('/tell?once')),
  '/says-the-same': shell("new EventSource('/tell').onmessage = () => show('said');"),
  '/socket-says-the-same': shell("new WebSocket('/tell').onmessage = () => show('said');"),
  '/says-nothing': shell("new EventSource('/tell?nothing'); show('said');"),
  '/is-not-there': shell("new EventSource('/none'); new WebSocket('ws://127.0.0.1:9'); show('said');"),
};
const pages = { ...speaking, ...still };
const scripts: Record<string, string> = {
  '/worker.js': inWorker('/tell'),
  '/socket.js': "new WebSocket('/tell').onmessage = ({ data }) => postMessage(data);",
  '/shared-socket.js':
    "onconnect = ({ ports: [port] }) => { new WebSocket('/tell').onmessage = ({ data }) => port.postMessage(data); };",
  '/shared.js': `onconnect = ({ ports: [port] }) => { self.show = (text) => port.postMessage(text); ${hear('/tell')} };`,
};

const sockets = new Set<Duplex>();
/** Tells the number of the message, the first at once. */
function speak(
  stream: Duplex | ServerResponse,
  tell: (text: string) => void,
  most = Number.POSITIVE_INFINITY,
) {
  let said = 0;
  const next = () => {
    if (said >= most) return;
    said += 1;
    tell(most === 1 ? 'said' : `${said}`.repeat(20));
  };
  next();
  const timer = setInterval(next, everyMs);
  stream.on('close', () => clearInterval(timer));
}

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const page = (pages as Record<string, string>)[pathname];
    if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (scripts[pathname])
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[pathname]);
    else if (pathname !== '/tell') response.writeHead(404).end();
    else if (search === '?plain') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      speak(response, (text) => response.write(text));
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n');
      if (search === '?nothing') return;
      speak(response, (text) => response.write(`data: ${text}\n\n`), search === '?once' ? 1 : undefined);
    }
  });
  server.server.on('upgrade', ({ headers }, socket) => {
    // RFC 6455, 4.2.2: this text makes the key of an answer.
    const accepted = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    );
    speak(socket, (text) => socket.write(Buffer.from([0x81, text.length, ...Buffer.from(text)])));
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 60_000 });
});
afterAll(async () => {
  await fleet?.close();
  for (const socket of sockets) socket.destroy();
  await server?.close();
});

const target = (path: string) => pageOf('streams', path);

it('a page that a server goes on to change is unstable in its first capture', async () => {
  const paths = Object.keys(speaking);
  const outcomes = await captureAll(fleet, paths.map(target));
  for (const path of paths)
    expect([path, outcomes.get(path)]).toMatchObject([path, { ok: true, unstable: true }]);
});

it('a page that shows the same whatever a server says is not', async () => {
  const paths = Object.keys(still);
  const outcomes = await captureAll(fleet, paths.map(target));
  const expected = outcomes.get('/said');
  if (!expected?.ok) throw new Error('no page to compare with');
  for (const path of paths) {
    expect([path, outcomes.get(path)]).toMatchObject([path, { ok: true, unstable: false, incomplete: [] }]);
    expect([path, outcomes.get(path)]).toMatchObject([path, { png: expected.png }]);
  }
});
