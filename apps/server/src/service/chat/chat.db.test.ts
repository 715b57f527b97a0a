import type { ChatRule, Diff } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeServer, startFakeServer } from '../../../testing/codeHosts/startFakeServer.js';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { buildScreenshots } from '../../../testing/scenarios/buildScreenshots.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { isPublicAddress } from '../../capture/egress/isPublicAddress.js';
import { createChat } from '../../codehost/chat/createChat.js';
import { createSend } from '../../codehost/createSend.js';
import { deliverChatMessages } from './deliverChatMessages.js';

let service: TestService;
let chat: FakeServer;
let boss: SignedIn;
let ann: SignedIn;
beforeAll(async () => {
  service = await startTestService();
  chat = await startFakeServer(() => ({ status: 200 }));
  boss = await signInAs(service, 'Boss', 'maintainer');
  ann = await signInAs(service, 'Ann', 'reviewer');
});
afterAll(async () => {
  await chat?.stop();
  await service?.stop();
});

const secretUrl = () => `${chat.url}/services/T0/B0/hush-hush`;
const all = ['review-needed', 'changes-rejected', 'passed', 'capture-failed'];

const add = async (body: object = {}) =>
  (
    await boss.ask<ChatRule>('POST', '/chat-rules', {
      kind: 'slack',
      label: 'Design',
      url: secretUrl(),
      events: all,
      ...body,
    })
  ).body;
const rules = async () => (await boss.ask<{ rules: ChatRule[] }>('GET', '/chat-rules')).body.rules;
const removeAll = async () => {
  for (const { id } of await rules()) await boss.ask('DELETE', `/chat-rules/${id}`);
  chat.requests.length = 0;
  chat.fault = () => null;
};

/** Posts what is due, also what waits for another attempt. */
async function deliver(): Promise<string[]> {
  const before = chat.requests.length;
  await sql`update chat_messages set next_attempt_at = now(), lease = null`.execute(
    service.resources.database,
  );
  await deliverChatMessages(service.resources, new AbortController().signal);
  return chat.requests.slice(before).map(({ body }) => JSON.parse(body).text);
}
const waiting = async () =>
  Number(
    (
      await service.resources.database
        .selectFrom('chatMessages')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute()
    )[0]?.n,
  );

let commits = 0;
function build(branch: string, suite = `chat ${commits + 1}`): Promise<Diff> {
  const commit = `c0ffee${++commits}`;
  return buildScreenshots(service, { suite, branch, commit }, { button: 40 + commits });
}
const decide = (verb: string, { id }: Diff) =>
  ann.ask('POST', `/diffs/${id}/${verb}`, { snapshots: ['button'] });

test('a chat is told once of each turn that a check takes', async () => {
  await removeAll();
  await add();
  const diff = await build('topic');
  expect(await deliver()).toEqual(['Review needed: 1 to review (acme/web)']);
  await decide('reject', diff);
  await decide('reject', diff);
  await decide('approve', diff);
  expect(await deliver()).toEqual([
    'Changes rejected: 1 rejected (acme/web)',
    'All changes approved: 1 approved (acme/web)',
  ]);
  expect(JSON.stringify(chat.requests.at(-1)?.body)).toContain(`/acme/web/diffs/${diff.id}`);
  expect(await deliver()).toEqual([]);
  const [rule] = await rules();
  expect(rule).toMatchObject({ lastError: null, lastSentAt: expect.any(String) });
});

test('rules choose events and branches', async () => {
  await removeAll();
  await add({ label: 'rejected only', events: ['changes-rejected'] });
  await add({ label: 'main only', defaultBranchOnly: true });
  await build('topic');
  expect(await deliver()).toEqual([]);
  const diff = await build('main');
  await decide('reject', diff);
  expect((await deliver()).sort()).toEqual([
    'Changes rejected: 1 rejected (acme/web)',
    'Changes rejected: 1 rejected (acme/web)',
    'Review needed: 1 to review (acme/web)',
  ]);
});

test('a chat that is down is told later, and one that refuses is given up with the reason', async () => {
  await removeAll();
  const { id } = await add();
  chat.fault = () => ({ status: 503 });
  const diff = await build('topic');
  await deliver();
  expect(await waiting()).toBe(1);
  expect((await rules())[0]?.lastError).toMatch(/out of order \(503\)/);
  chat.fault = () => 'lost';
  await deliver();
  expect(await waiting()).toBe(1);
  chat.fault = () => null;
  expect(await deliver()).toEqual(['Review needed: 1 to review (acme/web)']);
  expect(await waiting()).toBe(0);
  expect((await rules())[0]?.lastError).toBeNull();

  chat.fault = () => ({ status: 404, body: 'no_service' });
  await decide('reject', diff);
  await deliver();
  expect(await waiting()).toBe(0);
  expect((await rules())[0]?.lastError).toMatch(/404/);
  const tested = await boss.ask<{ posted: boolean; error: string }>('POST', `/chat-rules/${id}/test`);
  expect(tested.body).toMatchObject({ posted: false, error: expect.stringMatching(/no_service/) });
  chat.fault = () => null;
  const again = await boss.ask<{ posted: boolean; error: string }>('POST', `/chat-rules/${id}/test`);
  expect(again.body).toEqual({ posted: true, error: null });
});

test('messages come in their order, however slow the chat is', async () => {
  await removeAll();
  await add();
  const diff = await build('topic');
  await decide('reject', diff);
  await decide('approve', diff);
  chat.fault = () => ({ status: 429, headers: { 'retry-after': '1' } });
  await deliver();
  expect(chat.requests).toHaveLength(1);
  chat.fault = () => null;
  expect(await deliver()).toEqual([
    'Review needed: 1 to review (acme/web)',
    'Changes rejected: 1 rejected (acme/web)',
    'All changes approved: 1 approved (acme/web)',
  ]);
});

test('a message that waited an hour for those before it is dropped', async () => {
  await removeAll();
  await add();
  await build('topic');
  await sql`update chat_messages set created_at = now() - interval '61 minutes'`.execute(
    service.resources.database,
  );
  expect([await deliver(), await waiting()]).toEqual([[], 0]);
});

test('the address is a secret: no answer, table or log entry has it', async () => {
  await removeAll();
  const rule = await add();
  expect(rule).toMatchObject({ host: new URL(chat.url).host, label: 'Design' });
  await boss.ask('POST', `/chat-rules/${rule.id}`, { label: 'Designers', url: `${secretUrl()}-2` });
  const { database } = service.resources;
  const audit = await database.selectFrom('auditLog').selectAll().where('action', 'like', 'chat.%').execute();
  expect(audit.map(({ action }) => action)).toContain('chat.changed');
  const stored = await sql`select * from chat_rules`.execute(database);
  const seen = JSON.stringify([rule, await rules(), audit, stored.rows]);
  expect(seen).toContain('Designers');
  expect(seen).not.toContain('hush');
  expect(seen).not.toContain(Buffer.from('hush').toString('hex'));
});

test('nothing is posted to addresses inside of the network', async () => {
  const closed = createChat(createSend((_host, _port, address) => isPublicAddress(address)));
  const message = {
    event: null,
    project: 'acme/web',
    suite: null,
    branch: null,
    commit: null,
    title: 'x',
    url: 'http://x',
  };
  for (const url of [secretUrl(), 'http://localhost:1/x', 'http://169.254.169.254/latest', 'http://[::1]/x'])
    await expect(closed.post('slack', url, message, new AbortController().signal)).rejects.toThrow(
      /private address/,
    );
});

test('only people who manage the project see and change rules', async () => {
  await removeAll();
  const { id } = await add();
  for (const [method, path] of [
    ['GET', ''],
    ['POST', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
  ] as const)
    expect((await ann.ask(method, `/chat-rules${path}`)).status).toBe(403);
  expect(
    (await boss.ask('POST', '/chat-rules', { kind: 'slack', label: 'x', url: 'ftp://x', events: all }))
      .status,
  ).toBe(400);
  expect(
    (await boss.ask('POST', '/chat-rules', { kind: 'slack', label: 'x', url: secretUrl(), events: [] }))
      .status,
  ).toBe(400);
  for (let index = 1; index < 20; index++) await add();
  expect(await add()).toMatchObject({ error: { code: 'QUOTA_EXCEEDED' } });
});
