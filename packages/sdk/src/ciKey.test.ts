import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleDiff } from '../testing/samples.js';
import {
  type FakeHandlers,
  type FakeService,
  Refusal,
  startFakeService,
} from '../testing/startFakeService.js';
import { getCiKey, hasCiIdentity } from './ciKey.js';
import { SvcClient } from './SvcClient.js';

/** What the runner of GitHub Actions answers. */
let runner: Server;
let status = 200;
const asked: { url: string; authorization: string | undefined; userAgent: string | undefined }[] = [];
beforeAll(async () => {
  runner = createServer((request, response) => {
    const { authorization, 'user-agent': userAgent } = request.headers;
    asked.push({ url: request.url ?? '', authorization, userAgent });
    response.writeHead(status).end(JSON.stringify({ value: 'token-of-github' }));
  });
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => runner.close(resolve)));
const inActions = () => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(runner.address() as AddressInfo).port}/token?api-version=1`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bearer',
});

const services: FakeService[] = [];
afterAll(async () => {
  for (const service of services) {
    await service.close();
    expect(service.problems).toEqual([]);
  }
});
const keyOf = (key: string) => ({
  key,
  expiresAt: '2026-01-01T00:00:00Z',
  project: 'acme/web',
  repository: 'acme/web',
  branch: 'main',
});
async function start(handlers: FakeHandlers = {}) {
  const service = await startFakeService({ exchangeIdToken: () => keyOf('svc_ci'), ...handlers });
  services.push(service);
  return service;
}

test.each([
  [{}, false],
  [{ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x.test' }, false],
  [{ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x.test', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'y' }, true],
  [{ SVC_ID_TOKEN: '' }, false],
  [{ SVC_ID_TOKEN: 'x' }, true],
])('an identity in %o: %s', (env, expected) => {
  expect(hasCiIdentity(env)).toBe(expected);
});

test('GitHub Actions signs a token for this service, which is exchanged', async () => {
  const service = await start();
  const options = { project: 'acme/web', env: inActions(), userAgent: 'svc-cli/1' };
  const { key } = await getCiKey({ apiUrl: `${service.url}/`, ...options });
  expect(key).toBe('svc_ci');
  expect(asked).toEqual([
    {
      url: `/token?api-version=1&audience=${encodeURIComponent(service.url)}`,
      authorization: 'Bearer bearer',
      userAgent: expect.stringMatching(/^svc-cli\/1 \(node v/),
    },
  ]);
  expect(service.of('exchangeIdToken')[0]?.body).toEqual({ token: 'token-of-github', project: 'acme/web' });
});

test('GitLab has the token in a variable', async () => {
  const service = await start();
  await getCiKey({ apiUrl: service.url, env: { SVC_ID_TOKEN: 'token-of-gitlab' } });
  expect(service.of('exchangeIdToken')[0]?.body).toEqual({ token: 'token-of-gitlab' });
});

test('a runner that gives no token, and a job without an identity, say what to do', async () => {
  status = 403;
  await expect(getCiKey({ env: inActions() })).rejects.toMatchObject({
    code: 'CI_IDENTITY_MISSING',
    message: expect.stringContaining('it answered 403'),
  });
  status = 200;
  await expect(getCiKey({ env: {} })).rejects.toMatchObject({
    code: 'CI_IDENTITY_MISSING',
    message: expect.stringContaining('id-token: write'),
  });
});

describe('a client that can renew its key', () => {
  const renewing = (apiKey: string, url: string) => {
    let made = 0;
    const renewKey = async () => {
      made += 1;
      return `svc_${made}`;
    };
    return { client: new SvcClient({ apiKey, renewKey, apiUrl: url }), made: () => made };
  };

  test('asks for one when it has none, once for all', async () => {
    const service = await start({ getDiff: () => sampleDiff() });
    const { client, made } = renewing('', service.url);
    await Promise.all([client.getDiff('dif_1'), client.getDiff('dif_2')]);
    expect(made()).toBe(1);
    expect(service.of('getDiff').map(({ headers }) => headers['x-api-key'])).toEqual(['svc_1', 'svc_1']);
  });

  test('asks for another one when the service refuses the old one, and repeats the call', async () => {
    const service = await start({
      getDiff: ({ headers }) =>
        headers['x-api-key'] === 'svc_old' ? new Refusal('UNAUTHORIZED', 'Over') : sampleDiff(),
    });
    const { client, made } = renewing('svc_old', service.url);
    await Promise.all([client.getDiff('dif_1'), client.getDiff('dif_2')]);
    await client.getDiff('dif_3');
    expect(made()).toBe(1);
  });

  test('gives up when the new one is refused too', async () => {
    const service = await start({ getDiff: () => new Refusal('UNAUTHORIZED', 'Over') });
    const { client, made } = renewing('svc_old', service.url);
    await expect(client.getDiff('dif_1')).rejects.toMatchObject({ statusCode: 401 });
    expect([made(), service.of('getDiff').length]).toEqual([1, 2]);
  });

  test('a client that cannot has the answer', async () => {
    const service = await start({ getDiff: () => new Refusal('UNAUTHORIZED', 'Over') });
    const client = new SvcClient({ apiKey: 'svc_old', apiUrl: service.url });
    await expect(client.getDiff('dif_1')).rejects.toMatchObject({ statusCode: 401 });
    expect(service.of('getDiff')).toHaveLength(1);
  });
});
