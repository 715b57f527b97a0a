import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CodeHostError } from '../domain/CodeHostError.js';
import { someRun, testCodeHost } from './codeHostContract.js';
import { createSend } from './createSend.js';
import { type FakeReceiver, startFakeReceiver } from './startFakeReceiver.js';
import { openWebhook, signWebhook } from './webhook.js';

const send = createSend(() => true);
const { signal } = new AbortController();
const open = (fake: FakeReceiver, through = send) =>
  openWebhook({ url: `${fake.url}/hook`, project: 'acme/web', secret: fake.secret }, through);

testCodeHost('webhook', async (timeout) => {
  const fake = await startFakeReceiver();
  return {
    fake,
    host: open(
      fake,
      createSend(() => true, timeout),
    ),
    shown: (run) =>
      [...fake.runs.values()]
        .filter((one) => one.externalId === run.externalId)
        .map(({ outcome, title }) => ({ outcome, title })),
    words: { running: 'running', success: 'success', failure: 'failure', inconclusive: 'inconclusive' },
  };
});

let fake: FakeReceiver;
beforeEach(async () => {
  fake = await startFakeReceiver();
});
afterEach(() => fake.stop());

test('the payload is what docs/code-hosts.md describes, the same delivery id for the same state', async () => {
  await open(fake).deliver(someRun, null, signal);
  await open(fake).deliver(someRun, null, signal);
  const [first, second] = fake.requests;
  expect(JSON.parse(first?.body ?? '')).toEqual({
    version: 1,
    event: 'check_run',
    deliveryId: 'dif_0001:c0ffee.1',
    project: 'acme/web',
    checkRun: {
      externalId: 'dif_0001:c0ffee',
      revision: 1,
      name: 'svc / buttons',
      headSha: someRun.headSha,
      outcome: 'failure',
      title: someRun.title,
      summary: someRun.summary,
      detailsUrl: someRun.detailsUrl,
    },
  });
  expect(second?.headers['svc-delivery']).toBe(first?.headers['svc-delivery']);
  expect(fake.deliveries.size).toBe(1);
});

test('the signature is the HMAC of the time and the body', () => {
  // Computed with: printf '1700000000.{}' | openssl dgst -sha256 -hmac key
  expect(signWebhook('key', 1_700_000_000, '{}')).toBe(
    'v1=9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae',
  );
});

test('a receiver that does not take the signature is said', async () => {
  const other = openWebhook({ url: fake.url, project: 'acme/web', secret: 'another' }, send);
  await expect(other.deliver(someRun, null, signal)).rejects.toMatchObject({
    message: 'The webhook refused (401). Check the token or key that svc was given.',
  });
});

test('private addresses are reached only when they are allowed, under any name', async () => {
  const refuse = createSend((_host, _port, address) => !/^(127\.|::1$)/.test(address));
  const { port } = new URL(fake.url);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
    const error: CodeHostError = await openWebhook(
      { url: `http://${host}:${port}/hook`, project: 'acme/web', secret: fake.secret },
      refuse,
    )
      .deliver(someRun, null, signal)
      .then(
        () => expect.fail(`${host} was reached`),
        (reason) => reason,
      );
    expect(error.message).toContain('SVC_HOOK_ALLOW_HOSTS');
    expect(error.final).toBe(true);
  }
  expect(fake.requests).toEqual([]);
});

test('a redirect is not followed', async () => {
  fake.fault = () => ({ status: 302, headers: { location: `${fake.url}/elsewhere` } });
  await expect(open(fake).deliver(someRun, null, signal)).rejects.toMatchObject({ final: false });
  expect(fake.requests).toHaveLength(1);
});
