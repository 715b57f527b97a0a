import { type ErrorBody, type Identity, operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail/startMailServer.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { insertLoginToken } from '../../store/accounts/loginTokens.js';
import { createWebSession, insertPerson } from '../../store/accounts/people.js';
import { saveMember } from '../../store/organisations/organisations.js';
import { deliverMail } from '../mail/deliverMail.js';
import { hashPassword } from './passwords.js';

let server: MailServer;
let service: TestService;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService(undefined, undefined, undefined, { mailer: server.mailer() });
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
});
beforeEach(async () => {
  server.arrived.length = 0;
  await sql`delete from password_tries`.execute(service.resources.database);
});

const password = 'the first password';
let people = 0;
async function person({ name = 'Ada Lovelace' }: { name?: string } = {}) {
  const email = `reset${++people}@acme.example`;
  const { database } = service.resources;
  const made = await insertPerson(database, { name, email, password: await hashPassword(password) });
  if (!made) throw new Error('no person');
  await saveMember(database, { org: 'acme', userId: made.id, role: 'reviewer' });
  return { ...made, email };
}

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { host: 'localhost', origin: 'http://localhost', ...headers },
    payload,
  });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
const request = (email: string) => post(operations.requestPasswordReset.path, { email });
const use = (token: string, newPassword = 'the second password') =>
  post(operations.resetPassword.path, { token, newPassword });
const signIn = (email: string, given: string) =>
  post(operations.signInWithPassword.path, { email, password: given });
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as ErrorBody).error.code;

const deliver = async () => {
  await deliverMail(service.resources, () => {}, new AbortController().signal);
};
const tokensFor = (email: string) =>
  server.arrived
    .filter(({ to }) => to.includes(email.toLowerCase()))
    .map(({ mail }) => /reset-password#(\S+)/.exec(mail.text ?? '')?.[1] ?? '');
async function tokenFor(email: string): Promise<string> {
  await request(email);
  await deliver();
  const token = tokensFor(email).at(-1);
  if (!token) throw new Error('no link arrived');
  return token;
}
const entries = async (id: string) =>
  (
    await sql<{ action: string; org: string }>`
      select action, org from audit_log where target = ${id} order by id`.execute(service.resources.database)
  ).rows;

test('a link sets a new password, signs out everywhere, and works once', async () => {
  const { database } = service.resources;
  const { id, email } = await person();
  const session = await createWebSession(database, id, 1, null);
  const login = await insertLoginToken(database, { userId: id, name: 'laptop', days: 1 });
  const me = async (headers: Record<string, string>) =>
    (await service.app.inject({ url: '/api/v1/me', headers })).statusCode;
  const credentials = [{ cookie: `svc_session=${session}` }, { authorization: `Bearer ${login}` }];
  for (const one of credentials) expect(await me(one)).toBe(200);

  const token = await tokenFor(email.toUpperCase());
  expect((await use(token, 'short')).status).toBe(400);
  expect((await use(token)).status).toBe(200);
  for (const one of credentials) expect(await me(one)).toBe(401);
  expect((await signIn(email, password)).status).toBe(401);
  const opened = await signIn(email, 'the second password');
  expect((JSON.parse(opened.text) as Identity).name).toBe('Ada Lovelace');
  expect(await entries(id)).toEqual([{ action: 'member.password-reset', org: 'acme' }]);

  expect(codeOf(await use(token, 'the third password'))).toBe('TOKEN_INVALID');
  expect((await signIn(email, 'the second password')).status).toBe(200);
});

test('of several uses at once, one sets the password', async () => {
  const { email } = await person();
  const token = await tokenFor(email);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => use(token, `password number ${index}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
});

test('every other link of the account ends with the first one that is used, and with a changed password', async () => {
  const { id, email } = await person();
  const [first, second] = [await tokenFor(email), await tokenFor(email)];
  expect((await use(second)).status).toBe(200);
  expect(codeOf(await use(first))).toBe('TOKEN_INVALID');

  const third = await tokenFor(email);
  const session = await createWebSession(service.resources.database, id, 1, null);
  const changed = await post(
    operations.changePassword.path,
    { currentPassword: 'the second password', newPassword: 'the fourth password' },
    { cookie: `svc_session=${session}` },
  );
  expect(changed.status).toBe(200);
  expect(codeOf(await use(third))).toBe('TOKEN_INVALID');
});

test('a link ends after an hour, wherever it was meanwhile', async () => {
  const { email } = await person();
  const token = await tokenFor(email);
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from expires_at - created_at)::float / 60 minutes from password_resets order by created_at desc limit 1`.execute(
    service.resources.database,
  );
  expect(rows[0]?.minutes).toBeGreaterThan(58);
  expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
  await sql`update password_resets set expires_at = now()`.execute(service.resources.database);
  expect(codeOf(await use(token))).toBe('TOKEN_INVALID');
});

test('neither the database nor the audit log holds a token that works', async () => {
  const { email } = await person();
  const token = await tokenFor(email);
  await request(email);
  const { rows } = await sql<{ text: string }>`
    select row_to_json(m)::text text from mails m union all select row_to_json(r)::text from password_resets r
    union all select row_to_json(a)::text from audit_log a`.execute(service.resources.database);
  const all = rows.map(({ text }) => text).join('\n');
  expect(all).not.toContain(token);
  expect(all).not.toContain(Buffer.from(token).toString('hex'));
  await deliver();
});

describe('who asks learns nothing about who has an account', () => {
  test('the answer is the same, byte for byte, and so is what it leaves behind', async () => {
    const { email } = await person();
    const [known, unknown] = [await request(email), await request('nobody@acme.example')];
    // What differs from request to request, no matter who asks.
    const differing = {
      date: '',
      'x-ratelimit-remaining': '',
      'x-ratelimit-reset': '',
      'x-request-id': '',
    };
    const headersOf = ({ headers }: typeof known) => ({ ...headers, ...differing });
    expect([known.status, known.text]).toEqual([200, '{}']);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(headersOf(unknown)).toEqual(headersOf(known));
    const { rows } = await sql<{ kind: string; size: number }>`
      select kind, length(secret) size from mails`.execute(service.resources.database);
    expect(rows.length).toBe(2);
    expect(rows[0]).toEqual(rows[1]);
    await deliver();
    expect(server.arrived.flatMap(({ to }) => to)).toEqual([email]);
  });

  test('also where there are too many requests', async () => {
    const { email } = await person();
    const answersOf = async (to: string) => {
      await sql`delete from password_tries`.execute(service.resources.database);
      const answers: [number, string][] = [];
      for (let index = 0; index < 12; index++) {
        const { status, text } = await request(to);
        answers.push([status, text]);
      }
      return answers;
    };
    const known = await answersOf(email);
    expect(known.map(([status]) => status)).toContain(429);
    expect(known.at(-1)?.[1]).toContain('Too many requests for a new password');
    expect(await answersOf('nobody@acme.example')).toEqual(known);
    await deliver();
  });
});

test('nobody gets more than three links in an hour', async () => {
  const { email } = await person();
  for (let index = 0; index < 5; index++) await request(email);
  await deliver();
  expect(tokensFor(email).length).toBe(3);
  for (const token of tokensFor(email).slice(0, 1)) expect((await use(token)).status).toBe(200);
  await request(email);
  await deliver();
  expect(tokensFor(email).length).toBe(3);
});

test('pages of elsewhere can neither ask for a link nor use one', async () => {
  const { email } = await person();
  const token = await tokenFor(email);
  const headers = { origin: 'https://evil.example' };
  expect((await post(operations.requestPasswordReset.path, { email }, headers)).status).toBe(403);
  const body = { token, newPassword: 'of somebody else' };
  expect((await post(operations.resetPassword.path, body, headers)).status).toBe(403);
  expect((await use(token)).status).toBe(200);
});

test('a service without a mail server says so, and keeps nothing', async () => {
  const { resources } = service;
  const { mailer } = resources;
  resources.mailer = null;
  try {
    expect((await service.ask('GET', operations.getSignInOptions.path)).body).toMatchObject({
      sendsMail: false,
    });
    const answer = await request('ada@acme.example');
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('sends no e-mail')]);
  } finally {
    resources.mailer = mailer;
  }
  expect((await service.ask('GET', operations.getSignInOptions.path)).body).toMatchObject({
    sendsMail: true,
  });
  expect((await service.resources.database.selectFrom('mails').select('id').execute()).length).toBe(0);
});
