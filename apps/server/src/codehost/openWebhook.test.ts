import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeReceiver, startFakeReceiver } from '../../testing/codeHosts/startFakeReceiver.js';
import { someRun, testCodeHost } from '../../testing/codeHosts/testCodeHost.js';
import type { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import { createSend } from './createSend.js';
import { openWebhook } from './openWebhook.js';

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

test('the payload is what docs/code-hosts.md describes, with the same id for the same state', async () => {
  await open(fake).deliver(someRun, null, signal);
  await open(fake).deliver(someRun, null, signal);
  const [first, second] = fake.requests;
  expect(JSON.parse(first?.body ?? '')).toEqual({
    version: 1,
    event: 'check_run',
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
  expect(first?.headers['webhook-id']).toBe('dif_0001:c0ffee_1');
  expect(second?.headers['webhook-id']).toBe('dif_0001:c0ffee_1');
  expect(fake.deliveries.size).toBe(1);
  await open(fake).deliver({ ...someRun, revision: 2 }, null, signal);
  expect([...fake.deliveries]).toEqual(['dif_0001:c0ffee_1', 'dif_0001:c0ffee_2']);
});

test('the signature is the HMAC of id, time and body under the key in base64', async () => {
  const target = { url: fake.url, project: 'acme/web', secret: 'whsec_c2VjcmV0IG9mIHRoZSByZWNlaXZlcg==' };
  fake.fault = () => ({ status: 200 });
  await openWebhook(target, send, () => 1_700_000_000_999).deliver(someRun, null, signal);
  const [{ headers, body } = expect.fail('nothing was sent')] = fake.requests;
  expect(headers['webhook-timestamp']).toBe('1700000000');
  const signature = createHmac('sha256', 'secret of the receiver')
    .update(`dif_0001:c0ffee_1.1700000000.${body}`)
    .digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
});

test('a delivery that is sent much later is signed with the time of its sending', async () => {
  const target = { url: fake.url, project: 'acme/web', secret: fake.secret };
  const old = openWebhook(target, send, () => Date.now() - 10 * 60_000);
  await expect(old.deliver(someRun, null, signal)).rejects.toMatchObject({ final: false });
  await open(fake).deliver(someRun, null, signal);
  expect(fake.deliveries.size).toBe(1);
});

test('a receiver that does not take the signature is said', async () => {
  const other = openWebhook(
    { url: fake.url, project: 'acme/web', secret: 'whsec_YW5vdGhlciBzZWNyZXQgb2YgaXQ=' },
    send,
  );
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
