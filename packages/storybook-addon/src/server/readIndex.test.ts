import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { selfSigned } from '../../../../apps/server/testing/mail/selfSigned.js';
import { readIndex } from './readIndex.js';

const story = { id: 'a--b', title: 'A', name: 'B', type: 'story' };
const index = JSON.stringify({ entries: { 'a--b': story, 'a--docs': { ...story, type: 'docs' } } });

let server: Server;
const listen = async (started: Server): Promise<number> => {
  server = started;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
afterEach(() => server.close());

test('readIndex: reads the stories of a server with a certificate of its own', async () => {
  const port = await listen(
    // Of a host that the address does not name, as with a certificate for the name of the machine.
    createServer(selfSigned('machine.example.com'), (_request, answer) => answer.end(index)),
  );
  expect(await readIndex(`https://localhost:${port}/`)).toEqual([story]);
});

test('readIndex: null for a list with a mistake, an error for a server that is gone', async () => {
  const port = await listen(createPlain((_request, answer) => answer.writeHead(500).end('no')));
  const url = `http://127.0.0.1:${port}/`;
  expect(await readIndex(url)).toBeNull();
  server.close();
  await expect(readIndex(url)).rejects.toThrow(`The list of stories at ${url}index.json cannot be read`);
});
