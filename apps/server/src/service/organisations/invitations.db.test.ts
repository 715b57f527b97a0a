import type { Invitation } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/mail/startMailServer.js';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { deliverMail } from '../mail/deliverMail.js';

let server: MailServer;
let service: TestService;
let owner: SignedIn;
let newcomer: SignedIn;
beforeAll(async () => {
  server = await startMailServer();
  service = await startTestService(undefined, undefined, undefined, { mailer: server.mailer() });
  owner = await signInAs(service, 'Grace Hopper', 'owner');
  newcomer = await signInAs(service, 'Ada', null);
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.arrived.length = 0;
  server.fault = () => null;
});

type Made = Invitation & { url: string };
const invite = async (email?: string) =>
  (await owner.ask<Made>('POST', '/organisations/acme/invitations', { role: 'reviewer', email })).body;
const open = async () =>
  (await owner.ask<{ invitations: Invitation[] }>('GET', '/organisations/acme/invitations')).body.invitations;
const stateOf = async ({ id }: { id: string }) => (await open()).find((one) => one.id === id)?.mail;

async function deliver(): Promise<void> {
  await sql`update mails set next_attempt_at = now()`.execute(service.resources.database);
  await deliverMail(service.resources, () => {}, new AbortController().signal);
}

test('an invitation arrives with the link that makes a member', async () => {
  const made = await invite('Ada@Acme.example');
  expect(made).toMatchObject({ email: 'ada@acme.example', mail: { state: 'waiting', error: null } });
  expect(await stateOf(made)).toEqual({ state: 'waiting', error: null });
  await deliver();
  expect(await stateOf(made)).toEqual({ state: 'sent', error: null });
  const [letter] = server.arrived;
  expect(letter).toMatchObject({
    to: ['ada@acme.example'],
    mail: { subject: 'Grace Hopper invites you to acme' },
  });
  expect(letter?.mail.text).toContain(made.url);
  const token = /invitation#(\S+)/.exec(letter?.mail.text ?? '')?.[1];
  expect((await newcomer.ask('POST', '/invitations/accept', { token })).status).toBe(200);
  await deliver();
  expect(server.arrived.length).toBe(1);
});

test('without an address nothing is sent', async () => {
  const made = await invite();
  expect(made).toMatchObject({ email: null, mail: null });
  await deliver();
  expect(server.arrived).toEqual([]);
});

test('one that was taken back is not sent', async () => {
  const made = await invite('bob@acme.example');
  await owner.ask('DELETE', `/organisations/acme/invitations/${made.id}`);
  await deliver();
  expect(server.arrived).toEqual([]);
});

test('the list says why an e-mail has not arrived', async () => {
  const made = await invite('nobody@acme.example');
  server.fault = (step) => (step === 'to' ? { code: 450, text: 'Later' } : null);
  await deliver();
  expect(await stateOf(made)).toEqual({ state: 'waiting', error: 'The mail server answered: 450 Later' });
  server.fault = (step) => (step === 'to' ? { code: 550, text: 'No such user' } : null);
  await deliver();
  expect(await stateOf(made)).toEqual({
    state: 'failed',
    error: 'The mail server answered: 550 No such user',
  });
});

test('strangers are not flooded: an organization mails a hundred invitations a day', async () => {
  await sql`
    insert into invitations (id, org, role, email, hash, created_by, expires_at)
    select 'inv_' || n, 'acme', 'viewer', 'x@acme.example', sha256(n::text::bytea), 'user:Grace', now() + interval '1 day'
    from generate_series(1, 100) n`.execute(service.resources.database);
  const refused = await owner.ask('POST', '/organisations/acme/invitations', {
    role: 'viewer',
    email: 'one@more.example',
  });
  expect(refused.body.error).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect((await invite()).url).toContain('/invitation#');
});

test('a service without a mail server refuses an address, and makes links as ever', async () => {
  const { mailer } = service.resources;
  service.resources.mailer = null;
  try {
    const refused = await owner.ask('POST', '/organisations/acme/invitations', {
      role: 'viewer',
      email: 'ada@acme.example',
    });
    expect(refused.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'email', message: expect.stringContaining('sends no e-mail') }],
    });
    expect((await invite()).url).toContain('/invitation#');
  } finally {
    service.resources.mailer = mailer;
  }
});
