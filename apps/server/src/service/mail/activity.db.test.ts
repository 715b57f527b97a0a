import { type Diff, type MailSettings, operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Arrived, type MailServer, startMailServer } from '../../../testing/mail/startMailServer.js';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { buildScreenshots } from '../../../testing/scenarios/buildScreenshots.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { insertIdentity } from '../../store/accounts/people.js';
import { deliverMail } from './deliverMail.js';

let server: MailServer;
let service: TestService;
let ann: SignedIn;
let bob: SignedIn;
let cyd: SignedIn;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService(undefined, undefined, undefined, { mailer: server.mailer() });
  [ann, bob, cyd] = [await join('Ann'), await join('Bob'), await join('Cyd')];
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
});
beforeEach(async () => {
  const { database } = service.resources;
  await sql`delete from mails`.execute(database);
  await sql`delete from mail_preferences`.execute(database);
  server.arrived.length = 0;
});

const addressOf = ({ name }: SignedIn) => `${name.toLowerCase()}@acme.example`;
async function join(name: string): Promise<SignedIn> {
  const person = await signInAs(service, name, 'reviewer');
  await service.resources.database
    .updateTable('users')
    .set({ email: addressOf(person) })
    .where('id', '=', person.id)
    .execute();
  return person;
}

let commits = 0;
const build = (fields: object = {}): Promise<Diff> => {
  const commit = `c0ffee${++commits}`;
  return buildScreenshots(
    service,
    { suite: `mail ${commits}`, branch: 'topic', commit, ...fields },
    { button: 40 + commits },
  );
};

/** Sends what waits, also what still gathers. @returns what arrived meanwhile, as recipient and subject */
async function deliver(): Promise<string[]> {
  const before = server.arrived.length;
  await sql`update mails set next_attempt_at = now()`.execute(service.resources.database);
  await deliverMail(service.resources, () => {}, new AbortController().signal);
  return server.arrived
    .slice(before)
    .map(({ to, mail }) => `${to[0]?.split('@')[0]}: ${mail.subject?.replace(/ \(.*/, '')}`)
    .sort();
}
/** What is announced of builds that are made for other reasons. */
const clear = () => sql`delete from mails`.execute(service.resources.database);

interface Threaded {
  id: string;
  comments: { id: string }[];
}
const start = async (by: SignedIn, { id }: Diff, text: string) =>
  (await by.ask<Threaded>('POST', `/diffs/${id}/threads`, { name: 'button', text })).body;
const reply = async (by: SignedIn, { id }: Threaded, text: string) =>
  (await by.ask<Threaded>('POST', `/threads/${id}/comments`, { text })).body;
const choose = (by: SignedIn, preferences: object) =>
  by.ask('POST', '/me/mail', {
    mentions: true,
    replies: true,
    requests: true,
    builds: 'mine',
    ...preferences,
  });

test('a mention is told to who is mentioned, and a reply to who wrote in the thread', async () => {
  const diff = await build();
  const thread = await start(ann, diff, 'Is this right, @Bob? And @Ann?');
  expect(await deliver()).toEqual(['bob: Ann mentioned you']);
  expect(server.arrived[0]?.mail.text).toContain('> Is this right, @Bob? And @Ann?');
  expect(server.arrived[0]?.mail.text).toContain(`/acme/web/diffs/${diff.id}`);
  await reply(bob, thread, 'It is.');
  expect(await deliver()).toEqual(['ann: Bob replied']);
  // Both, in one comment: one line.
  await reply(cyd, thread, 'Thanks @Ann');
  expect(await deliver()).toEqual(['ann: Cyd mentioned you', 'bob: Cyd replied']);
});

test('an edited comment tells only those who are mentioned for the first time', async () => {
  const thread = await start(ann, await build(), 'See @Bob');
  await deliver();
  const id = thread.comments[0]?.id;
  await ann.ask('POST', `/comments/${id}`, { text: 'See @Bob and @Cyd' });
  expect(await deliver()).toEqual(['cyd: Ann mentioned you']);
});

test('twenty comments within a short time are one letter', async () => {
  const diff = await build();
  const threads = await Promise.all(
    Array.from({ length: 20 }, (_, index) => start(ann, diff, `${index} @Bob`)),
  );
  expect(threads.length).toBe(20);
  await start(cyd, diff, 'And one more, @Bob');
  expect(await deliver()).toEqual(['bob: 21 updates']);
  expect(server.arrived[0]?.mail.text).toContain('And 1 more.');
  await start(ann, diff, '@Bob');
  expect(await deliver()).toEqual(['bob: Ann mentioned you']);
});

test('what happens while a letter is on its way is in the next one', async () => {
  const diff = await build();
  await start(ann, diff, 'first @Bob');
  server.fault = (step) => (step === 'to' ? { code: 451, text: 'Later' } : null);
  await deliver();
  server.fault = () => null;
  await start(ann, diff, 'second @Bob');
  expect(await deliver()).toEqual(['bob: Ann mentioned you', 'bob: Ann mentioned you']);
});

test('a letter waits for two minutes, so that more can happen', async () => {
  await start(ann, await build(), '@Bob');
  await deliverMail(service.resources, () => {}, new AbortController().signal);
  expect(server.arrived).toEqual([]);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - created_at)::float seconds from mails where user_id = ${bob.id}`.execute(
    service.resources.database,
  );
  expect(rows).toEqual([{ seconds: 120 }]);
});

test('what is gone or done by then is not told', async () => {
  const diff = await build();
  await clear();
  const thread = await start(ann, diff, '@Bob');
  await ann.ask('DELETE', `/comments/${thread.comments[0]?.id}`);
  const asked = await ann.ask<{ requests: { id: string }[] }>('POST', `/diffs/${diff.id}/requests`, {
    reviewers: ['Bob'],
  });
  expect(asked.status).toBe(200);
  await bob.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['button'] });
  expect(await deliver()).toEqual([]);
});

test('a request is told to who is asked, and not to who asks', async () => {
  const diff = await build();
  await clear();
  await ann.ask('POST', `/diffs/${diff.id}/requests`, { reviewers: ['Ann', 'Bob'] });
  expect(await deliver()).toEqual(['bob: Ann asks you for a review']);
});

test('builds are told to who wants all of them, and to the author of the pull request', async () => {
  await insertIdentity(service.resources.database, {
    provider: 'github',
    subject: 'bob',
    userId: bob.id,
    name: 'BobHub',
  });
  await choose(cyd, { builds: 'all' });
  await build();
  expect(await deliver()).toEqual(['cyd: Review needed: 1 to review']);
  const ci = { pullRequest: { number: 7, author: 'bobhub' } };
  const diff = await build({ ci });
  expect(await deliver()).toEqual(['bob: Review needed: 1 to review', 'cyd: Review needed: 1 to review']);
  await choose(bob, { builds: 'none' });
  await cyd.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['button'] });
  // Cyd did it, and Bob does not want to know.
  expect(await deliver()).toEqual([]);
  await choose(bob, {});
  await ann.ask('POST', `/diffs/${diff.id}/revoke`, { snapshots: ['button'] });
  await deliver();
  await ann.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['button'] });
  expect(await deliver()).toEqual(['bob: Changes rejected: 1 rejected', 'cyd: Changes rejected: 1 rejected']);
});

test('a build that was decided before its letter was sent is not told', async () => {
  await choose(cyd, { builds: 'all' });
  const diff = await build();
  await ann.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['button'] });
  expect(await deliver()).toEqual([]);
});

test('preferences apply to what waits', async () => {
  const diff = await build();
  await clear();
  const thread = await start(ann, diff, 'One, @Bob');
  await choose(bob, { mentions: false });
  expect(await deliver()).toEqual([]);
  await reply(bob, thread, 'two');
  await choose(bob, { mentions: false, replies: false, requests: false });
  await reply(ann, thread, 'three');
  await ann.ask('POST', `/diffs/${diff.id}/requests`, { reviewers: ['Bob'] });
  expect(await deliver()).toEqual(['ann: Bob replied']);
  expect((await bob.ask<MailSettings>('GET', '/me/mail')).body).toEqual({
    mentions: false,
    replies: false,
    requests: false,
    builds: 'mine',
    sendsMail: true,
    email: 'bob@acme.example',
    error: null,
  });
});

test('who may not see the project any more is told nothing', async () => {
  const dan = await join('Dan');
  const diff = await build();
  await start(ann, diff, '@Dan');
  await service.resources.database.deleteFrom('members').where('userId', '=', dan.id).execute();
  expect(await deliver()).toEqual([]);
});

test('an account without an address, and a diff that is gone, get nothing', async () => {
  const eve = await signInAs(service, 'Eve', 'reviewer');
  const diff = await build();
  await clear();
  await start(ann, diff, '@Eve');
  await start(ann, diff, '@Bob');
  await sql`update mails set topic = 'dif_gone' where user_id = ${bob.id}`.execute(
    service.resources.database,
  );
  expect(await deliver()).toEqual([]);
  expect(eve.id).toBeDefined();
});

test('a service without a mail server keeps none of it', async () => {
  const { mailer } = service.resources;
  await start(ann, await build(), '@Bob');
  service.resources.mailer = null;
  try {
    expect(await deliver()).toEqual([]);
  } finally {
    service.resources.mailer = mailer;
  }
  expect(await deliver()).toEqual([]);
});

const unsubscribeUrl = ({ mail }: Arrived): URL => {
  const list = mail.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? '';
  return new URL(/<([^>]+)>/.exec(list.replace(/\r?\n\s*/g, ''))?.[1] ?? '');
};

test.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click'],
  [
    'parts',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['nothing', {}, undefined],
])('a mail program ends all of it with %s, without a sign-in (RFC 8058)', async (_name, headers, payload) => {
  const diff = await build();
  await start(ann, diff, '@Bob');
  await deliver();
  const [letter] = server.arrived;
  if (!letter) throw new Error('no letter');
  expect(letter.mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toBe(
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  );
  expect(letter.mail.references).toBe(`<${diff.id}@visual.example>`);
  const { pathname, search } = unsubscribeUrl(letter);
  expect(pathname).toBe(operations.unsubscribe.path);
  const shown = await service.app.inject({ url: pathname + search });
  expect([shown.statusCode, shown.headers.location]).toEqual([
    302,
    `/unsubscribe#${new URLSearchParams(search).get('token')}`,
  ]);
  await start(ann, diff, '@Bob');
  expect(await deliver()).toEqual(['bob: Ann mentioned you']);

  for (let times = 0; times < 2; times++) {
    const ended = await service.app.inject({
      method: 'POST',
      url: pathname + search,
      headers,
      ...(payload ? { payload } : {}),
    });
    expect([ended.statusCode, ended.body]).toEqual([200, '{}']);
  }
  await start(ann, diff, '@Bob');
  expect(await deliver()).toEqual([]);
  const { body } = await bob.ask<MailSettings>('GET', '/me/mail');
  expect(body).toMatchObject({ mentions: false, replies: false, requests: false, builds: 'none' });
});

test('no other token ends anything', async () => {
  const { links, vault } = service.resources;
  const forged = [
    'x',
    bob.id,
    vault.seal(bob.id, 'known device').toString('base64url'),
    links.imageToken('prj_1'),
    Buffer.from(bob.id).toString('base64url'),
  ];
  for (const token of forged) {
    const url = `${operations.unsubscribe.path}?token=${encodeURIComponent(token)}`;
    const { statusCode, body } = await service.app.inject({ method: 'POST', url });
    expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'TOKEN_INVALID']);
  }
  const { body } = await bob.ask<MailSettings>('GET', '/me/mail');
  expect(body).toMatchObject({ mentions: true });
});
