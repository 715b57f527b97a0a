import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorBody } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { defaultRateLimits, minute } from '../domain/access/rateLimits.js';

const limits = { ...defaultRateLimits, captures: 2, reads: 3, people: 4, addresses: 3, webhooks: 5 };
let service: TestService;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'svc-pages-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), '<!doctype html>');
  await writeFile(join(webFolder, 'assets/page.js'), '');
  service = await startTestService(undefined, { limits, ...minute }, null, { webFolder });
});
afterAll(async () => {
  await service.stop();
  await rm(webFolder, { recursive: true });
});

const sent = (headers: Record<string, unknown>) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
  retryAfter: headers['retry-after'] === undefined ? null : Number(headers['retry-after']),
});

const from = (remoteAddress: string, options: { url: string; method?: 'GET' | 'POST'; key?: string }) =>
  service.app.inject({
    method: options.method ?? 'GET',
    url: options.url,
    remoteAddress,
    headers: options.key ? { 'x-api-key': options.key } : {},
  });

test('operations of a key count down, each counter separately, and are refused at the limit (R34)', async () => {
  const key = await service.newKey('acme/counted');
  const before = Math.floor(Date.now() / 1_000);
  const answers = [];
  for (const path of ['/api/v1/suites', '/api/v1/overview', '/api/v1/suites', '/api/v1/suites']) {
    answers.push(await service.ask('GET', path, undefined, key));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers.map(({ headers }) => sent(headers).remaining)).toEqual([2, 1, 0, 0]);
  expect(answers.map(({ headers }) => sent(headers).limit)).toEqual([3, 3, 3, 3]);
  const refused = answers[3];
  expect(refused?.body).toEqual({ error: { code: 'RATE_LIMITED', message: 'Too many requests' } });
  const { retryAfter, reset } = sent(refused?.headers ?? {});
  expect(retryAfter).toBeGreaterThan(55);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(reset).toBeGreaterThanOrEqual(before + 59);
  expect(reset).toBeLessThanOrEqual(before + 75);
  expect(sent(answers[0]?.headers ?? {}).retryAfter).toBeNull();

  const other = await service.ask('GET', '/api/v1/captures', undefined, key);
  expect([other.status, sent(other.headers).limit]).toEqual([200, defaultRateLimits.other]);
  const otherKey = await service.newKey('acme/counted');
  expect((await service.ask('GET', '/api/v1/suites', undefined, otherKey)).status).toBe(200);
});

test('refused input is counted too', async () => {
  const key = await service.newKey('acme/invalid');
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, headers } = await service.ask('POST', '/api/v1/captures', {}, key);
    statuses.push([status, sent(headers).remaining]);
  }
  expect(statuses).toEqual([
    [400, 1],
    [400, 0],
    [429, 0],
  ]);
});

test('the permit that a call was promised is kept for it, and is answered again', async () => {
  const key = await service.newKey('acme/promised');
  const create = async (call: string) => {
    const headers = { 'x-api-key': key, 'idempotency-key': call };
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/captures',
      headers,
      payload: {},
    });
    return sent(answer.headers).retryAfter;
  };
  expect([await create('a'), await create('b')]).toEqual([null, null]);
  const waits = [await create('c'), await create('d'), await create('e'), await create('c')];
  const [first = 0, second = 0, third = 0, again = 0] = waits.map(Number);
  expect(Math.abs(second - first)).toBeLessThanOrEqual(1);
  expect(third - first).toBeGreaterThanOrEqual(64);
  expect(again).toBeLessThanOrEqual(first);
  expect(again).toBeGreaterThan(50);
});

test('failed authentication is limited by address, and refuses nobody who has a key', async () => {
  const wrong = { url: '/api/v1/suites', key: 'svc_wrong' };
  const answers = [];
  for (let turn = 0; turn < 4; turn += 1) answers.push(await from('203.0.113.1', wrong));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
  expect(answers.map(({ headers }) => sent(headers).limit)).toEqual([3, 3, 3, 3]);
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  const key = await service.newKey('acme/neighbor');
  expect((await from('203.0.113.1', { url: '/api/v1/suites', key })).statusCode).toBe(200);
  expect((await from('203.0.113.2', wrong)).statusCode).toBe(401);
});

test('pictures without a good token are limited by address, those with one are not', async () => {
  const hash = '0'.repeat(64);
  const wrong = [
    `/api/v1/images/${hash}?token=x`,
    '/api/v1/comparisons/1/mask?token=x',
    `/api/v1/images/${hash}`,
    `/api/v1/images/${hash}?token=x`,
  ];
  const answers = [];
  for (const url of wrong) answers.push(await from('203.0.113.5', { url }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 429]);
  expect(sent(answers[3]?.headers ?? {}).retryAfter).toBeGreaterThan(0);

  const png = image(7);
  const capture = { suite: 'pictures', branch: 'main', commit: 'c', snapshots: [{ name: 'a' }] };
  const key = await service.newKey('acme/pictures');
  const { id } = (await service.ask<{ id: string }>('POST', '/api/v1/captures', capture, key)).body;
  const uploaded = await service.upload(`/api/v1/snapshots?captureId=${id}&name=a`, png, 'image/png', key);
  const url = new URL((uploaded.body as { imageUrl: string }).imageUrl);
  for (let turn = 0; turn < 8; turn += 1) {
    const answer = await from('203.0.113.5', { url: url.pathname + url.search });
    expect([answer.statusCode, answer.rawPayload.equals(png)]).toEqual([200, true]);
  }
});

test('webhooks are limited by address, and sooner when their signature is wrong', async () => {
  const send = (remoteAddress: string, signature: string, payload: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks/github',
      remoteAddress,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'ping',
        'x-github-delivery': 'a',
        'x-hub-signature-256': signature,
      },
      payload,
    });
  const good = `sha256=${createHmac('sha256', 'secret of the webhook').update('{}').digest('hex')}`;
  const statuses = async (address: string, signatures: string[]) => {
    const found = [];
    for (const signature of signatures) found.push((await send(address, signature, '{}')).statusCode);
    return found;
  };
  const wrong = `sha256=${'0'.repeat(64)}`;
  expect(await statuses('203.0.113.6', Array(6).fill(good))).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await statuses('203.0.113.7', [wrong, '', wrong, 'sha1=0'])).toEqual([401, 401, 401, 429]);
});

test('X-Forwarded-For is not believed unless told to', async () => {
  const statuses = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await service.app.inject({
      url: '/api/v1/me',
      remoteAddress: '203.0.113.3',
      headers: { 'x-forwarded-for': `198.51.100.${turn}` },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('a signed-in person has one limit for everything', async () => {
  const token = await service.newSignInToken();
  const signedIn = await service.app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    remoteAddress: '203.0.113.4',
    headers: { origin: 'http://localhost', host: 'localhost' },
    payload: { token },
  });
  expect([signedIn.statusCode, sent(signedIn.headers).limit]).toEqual([200, limits.addresses]);
  const cookie = `svc_session=${signedIn.cookies[0]?.value}`;
  const headers = { cookie, 'x-svc-project': 'acme/web' };
  const statuses = [];
  for (const url of [
    '/api/v1/suites',
    '/api/v1/suites',
    '/api/v1/me',
    '/api/v1/suites',
    '/api/v1/captures',
  ]) {
    const answer = await service.app.inject({ url, headers });
    statuses.push([answer.statusCode, sent(answer.headers).limit]);
  }
  expect(statuses).toEqual([...Array.from({ length: 4 }, () => [200, 4]), [429, 4]]);
});

test('every answer of the API carries the headers, whatever it is', async () => {
  const key = await service.newKey('acme/headers');
  const answers = await Promise.all([
    from('203.0.113.10', { url: '/api/v1/captures', key }),
    from('203.0.113.11', { url: '/api/v1/captures/cap_missing', key }),
    from('203.0.113.12', { url: '/api/v1/captures?limit=none', key }),
    from('203.0.113.13', { url: '/api/v1/diffs', method: 'POST', key }),
    from('203.0.113.14', { url: '/api/v1/suites' }),
    from('203.0.113.15', { url: '/api/v1/nothing' }),
    from('203.0.113.16', { url: '/api/v1/captures/%zz', key }),
    from('203.0.113.17', { url: '/api/v1/sign-out', method: 'POST' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 400, 400, 401, 404, 400, 400]);
  for (const { statusCode, headers, body } of answers) {
    const { limit, remaining, reset } = sent(headers);
    expect([statusCode, Number.isInteger(limit), remaining < limit]).toEqual([statusCode, true, true]);
    expect(reset).toBeGreaterThan(Date.now() / 1_000);
    if (statusCode !== 200) errorBody.parse(JSON.parse(body));
  }
});

test.each([
  ['/healthz', 200],
  ['/readyz', 200],
  ['/install', 200],
  ['/docs/api', 200],
  ['/docs/api/json', 200],
  ['/', 200],
  ['/acme/web', 200],
  ['/assets/page.js', 200],
  ['/assets/missing.js', 404],
  ['/%zz', 400],
])('%s is not limited, and says what the limit is', async (url, status) => {
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = await service.app.inject({
      url,
      remoteAddress: '203.0.113.20',
      headers: url.includes('.js') ? {} : { accept: 'text/html' },
    });
    const { limit, remaining, reset, retryAfter } = sent(answer.headers);
    expect([answer.statusCode, limit, retryAfter]).toEqual([status, 3, null]);
    if (status !== 400) expect(remaining).toBe(3);
    expect(reset).toBeGreaterThan(Date.now() / 1_000);
  }
});

test('the host of a site carries the headers too', async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const port = (service.app.server.address() as AddressInfo).port;
  const asked = get({ host: '127.0.0.1', port, path: '/', headers: { host: 'sit-0.sites.localhost' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  expect([answer.statusCode, sent(answer.headers).limit]).toEqual([404, 3]);
});
