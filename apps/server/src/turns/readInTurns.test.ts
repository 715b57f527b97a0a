import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { readInTurns } from './readInTurns.js';

test('lets others have their turn before a socket has brought all that is there', async () => {
  const bytes = Buffer.alloc(8 * 1_024 * 1_024, 1);
  const server = createServer((socket) => socket.end(bytes)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const turns = [0];
  readInTurns(socket);
  socket.on('data', (chunk: Buffer) => {
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + chunk.length;
    // Work that lets the rest arrive meanwhile.
    for (const began = performance.now(); performance.now() - began < 1; );
  });
  const nextTurn = () => {
    turns.push(0);
    if (!socket.closed) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await once(socket, 'close');
  await new Promise((resolve) => server.close(resolve));
  expect(turns.reduce((sum, read) => sum + read)).toBe(bytes.length);
  // What had been read when the socket was paused is at most one chunk more.
  expect(Math.max(...turns)).toBeLessThanOrEqual((256 + 2 * 64) * 1_024);
});
