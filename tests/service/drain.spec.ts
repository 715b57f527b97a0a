import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Capture, ErrorBody } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';

let dataDir: string;
let apiKey: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
  const server = await startServer(dataDir);
  apiKey = server.apiKey ?? '';
  await server.stop();
});
afterAll(() => removeDataDir(dataDir));

const png = image(7);
const patience = { timeout: 30_000 };

interface HalfSent {
  captureId: string;
  request: ClientRequest;
  answered: Promise<IncomingMessage>;
}

/** An upload of which the service has the headers and half of the body. */
async function sendHalf({ url }: Server): Promise<HalfSent> {
  const created = await fetch(`${url}/api/v1/captures`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ suite: 'drain' }),
  });
  const { id: captureId }: Capture = await created.json();
  const upload = request(`${url}/api/v1/snapshots?captureId=${captureId}&name=half`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'image/png',
      'content-length': png.length,
      expect: '100-continue',
    },
  });
  const answered = once(upload, 'response').then(([response]) => response as IncomingMessage);
  answered.catch(() => {});
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(png.subarray(0, 20));
  return { captureId, request: upload, answered };
}

const readiness = async ({ url }: Server): Promise<[number, ErrorBody]> => {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
};
const stopping = [503, { error: { code: 'SERVICE_STOPPING', message: expect.any(String) } }];

test('SIGTERM: /readyz says 503, what is under way finishes, connections end, and the exit code is 0', async () => {
  const server = await startServer(dataDir);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const getHealth = async () => {
      const asking = request(`${server.url}/healthz`, { agent }).end();
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      await text(response);
      return response;
    };
    expect((await getHealth()).headers.connection).toBe('keep-alive');
    const half = await sendHalf(server);
    const exited = once(server.process, 'exit');

    server.process.kill('SIGTERM');
    await expect.poll(() => readiness(server), patience).toEqual(stopping);
    const health = await getHealth();
    expect([health.statusCode, health.headers.connection]).toEqual([200, 'close']);

    half.request.end(png.subarray(20));
    const answer = await half.answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    const { hash } = JSON.parse(await text(answer));
    expect(await exited).toEqual([0, null]);

    const next = await startServer(dataDir);
    const response = await fetch(`${next.url}/api/v1/captures/${half.captureId}`, {
      headers: { 'x-api-key': apiKey },
    });
    const { snapshots }: Capture = await response.json();
    expect(snapshots).toMatchObject([{ name: 'half', hash }]);
    expect(await next.stop('SIGTERM')).toBe(0);
  } finally {
    agent.destroy();
    await server.kill();
  }
});

test('a second SIGTERM does not wait for what is under way', async () => {
  const server = await startServer(dataDir);
  const half = await sendHalf(server);
  half.request.on('error', () => {});
  const exited = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  await expect.poll(() => readiness(server), patience).toEqual(stopping);
  server.process.kill('SIGTERM');
  expect(await exited).toEqual([1, null]);
  half.request.destroy();
});
