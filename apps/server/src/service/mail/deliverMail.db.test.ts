import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { type MailServer, startMailServer } from '../../../testing/mail/startMailServer.js';
import { insertPerson } from '../../store/accounts/people.js';
import { countMails } from '../../store/mail/mails.js';
import { createVault } from '../createVault.js';
import { createLinks } from '../links.js';
import { deliverMail, type OnFailedMail } from './deliverMail.js';
import { forgetMail } from './forgetMail.js';
import { mailToken } from './mailToken.js';

const program = fileURLToPath(new URL('../../../testing/programs/deliverMail.mjs', import.meta.url));
const secret = 'secret of the tests';
const vault = createVault(secret);
const key = { id: 'key', secret: Buffer.alloc(32) };
const links = createLinks({
  publicUrl: 'http://localhost:4300',
  sitesDomain: 'sites.localhost',
  keyRing: { current: key, find: () => key },
});

let testDatabase: MigratedDatabase;
let server: MailServer;
const children: ChildProcess[] = [];
const failures: { message: string; reason: string }[] = [];
const onFailed: OnFailedMail = (message, { err }) =>
  failures.push({ message, reason: err instanceof Error ? err.message : String(err) });

beforeAll(async () => {
  const built = new URL('../../../dist/service/mail/deliverMail.js', import.meta.url);
  if (!existsSync(built)) throw new Error('These tests start built code: run `npx tsc -b` first.');
  testDatabase = await createMigratedDatabase();
  const made = await insertPerson(testDatabase.database, { name: 'Ada', email: address(0), password: null });
  expect(made).toBeDefined();
});
afterAll(() => testDatabase?.drop());
beforeEach(async () => {
  server = await startMailServer();
  failures.length = 0;
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await server.stop();
  await sql`delete from mails`.execute(testDatabase.database);
  await sql`delete from password_resets`.execute(testDatabase.database);
});

function address(number: number): string {
  return `person${number}@acme.example`;
}
const resources = () => ({ database: testDatabase.database, links, vault, mailer: server.mailer() });
let tokens = 0;
const ask = (to = address(0)) =>
  mailToken(
    testDatabase.database,
    { vault },
    {
      kind: 'password-reset',
      address: to,
      invitationId: null,
      token: `token ${++tokens}`,
      hours: 1,
    },
  );

/** Sends what is due, also what waits for another attempt or is lent. */
async function deliver(): Promise<void> {
  await sql`update mails set next_attempt_at = now()`.execute(testDatabase.database);
  await deliverMail(resources(), onFailed, new AbortController().signal);
}
const waiting = async () => (await countMails(testDatabase.database)).waiting;
const idsOf = ({ arrived }: MailServer) => arrived.map(({ mail }) => mail.messageId);

/** Another process that sends mail. */
function start(): ChildProcess {
  const about = JSON.stringify({ port: server.port, secret });
  const child = spawn(process.execPath, [program, testDatabase.connectionString, about], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

test('what is written by a transaction that fails is not sent', async () => {
  await testDatabase.database
    .transaction()
    .execute(async (transaction) => {
      await mailToken(
        transaction,
        { vault },
        {
          kind: 'password-reset',
          address: address(0),
          invitationId: null,
          token: 'lost',
          hours: 1,
        },
      );
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await deliver();
  expect(server.arrived).toEqual([]);
});

test('a server that is down or busy gets it later, and operators learn of each attempt', async () => {
  await ask();
  server.fault = (step) => (step === 'to' ? { code: 451, text: 'Greylisted' } : null);
  await deliver();
  expect(await countMails(testDatabase.database)).toEqual({
    waiting: 1,
    givenUp: 0,
    newestError: 'The mail server answered: 451 Greylisted',
  });
  server.fault = (step) => (step === 'sent' ? 'hang up' : null);
  await deliver();
  expect(await waiting()).toBe(1);
  server.fault = () => null;
  // It is not due before its pause has ended.
  await deliverMail(resources(), onFailed, new AbortController().signal);
  expect(server.arrived).toEqual([]);
  await deliver();
  expect([server.arrived.length, await waiting()]).toEqual([1, 0]);
  expect(failures.map(({ message }) => message)).toEqual(['mail was not sent', 'mail was not sent']);
});

test('a letter whose receipt was lost comes again under the same id and with the same link', async () => {
  await ask();
  let lost = 0;
  server.fault = (step) => {
    if (step !== 'sent') return null;
    lost += 1;
    return lost === 1 ? 'hang up' : null;
  };
  const seen: string[] = [];
  const before = server.fault;
  server.fault = (step, value) => {
    if (step === 'sent') seen.push(value);
    return before(step, value);
  };
  await deliver();
  await deliver();
  const parts = seen.map((raw) => [
    /^Message-ID: (.*)$/im.exec(raw)?.[1],
    /reset-password#\S+/.exec(raw)?.[0],
  ]);
  expect(parts.length).toBe(2);
  expect(parts[0]?.[0]).toMatch(/^<eml_\w+@visual\.example>/);
  expect(parts[0]).toEqual(parts[1]);
});

test('what the server refuses for good is given up, with the reason and without its link', async () => {
  await ask();
  server.fault = (step) => (step === 'to' ? { code: 550, text: 'No such user' } : null);
  await deliver();
  const { rows } = await sql<{ secret: string | null; lastError: string }>`
    select secret, last_error from mails`.execute(testDatabase.database);
  expect(rows).toEqual([{ secret: null, lastError: 'The mail server answered: 550 No such user' }]);
  expect(failures).toEqual([
    { message: 'mail is given up', reason: 'The mail server answered: 550 No such user' },
  ]);
  server.fault = () => null;
  await deliver();
  expect(server.arrived).toEqual([]);
  await forgetMail(resources());
  expect((await countMails(testDatabase.database)).givenUp).toBe(1);
  await sql`update mails set given_up_at = now() - interval '31 days'`.execute(testDatabase.database);
  await forgetMail(resources());
  expect((await countMails(testDatabase.database)).newestError).toBeNull();
});

test('what is too late is given up without being sent', async () => {
  await ask();
  await sql`update mails set expires_at = now()`.execute(testDatabase.database);
  await deliver();
  expect(server.arrived).toEqual([]);
  expect(await countMails(testDatabase.database)).toMatchObject({ waiting: 0, givenUp: 1 });
});

test('what was sealed with another secret is given up', async () => {
  await ask();
  const other = { ...resources(), vault: createVault('another secret') };
  await deliverMail(other, onFailed, new AbortController().signal);
  expect(await countMails(testDatabase.database)).toMatchObject({ waiting: 0, givenUp: 1 });
  expect(server.arrived).toEqual([]);
});

test('a service that ends leaves a letter to the next one, at once', async () => {
  await ask();
  const ending = new AbortController();
  server.fault = (step) => {
    if (step !== 'to') return null;
    setImmediate(() => ending.abort(new Error('the service ends')));
    return 'hang';
  };
  await deliverMail(resources(), onFailed, ending.signal);
  server.fault = () => null;
  await deliverMail(resources(), onFailed, new AbortController().signal);
  expect([server.arrived.length, failures]).toEqual([1, []]);
});

test('without a mail server nothing is taken', async () => {
  await ask();
  const off = { ...resources(), mailer: null };
  await deliverMail(off, onFailed, new AbortController().signal);
  expect(await waiting()).toBe(1);
});

test('a process that is killed in the middle of a letter loses none', async () => {
  await ask();
  const reached = new Promise<void>((resolve) => {
    server.fault = (step) => {
      if (step !== 'sent') return null;
      resolve();
      return 'hang';
    };
  });
  const child = start();
  await reached;
  child.kill('SIGKILL');
  await once(child, 'exit');
  server.fault = () => null;
  // It is lent to the killed process for a while.
  await deliverMail(resources(), onFailed, new AbortController().signal);
  expect([server.arrived.length, await waiting()]).toEqual([0, 1]);
  await deliver();
  expect([server.arrived.length, await waiting()]).toEqual([1, 0]);
});

test('two processes send each letter once', async () => {
  const number = 30;
  await Promise.all(
    Array.from({ length: number }, async (_, index) => {
      const person = await insertPerson(testDatabase.database, {
        name: `Person ${index + 1}`,
        email: address(index + 1),
        password: null,
      });
      expect(person).toBeDefined();
      await ask(address(index + 1));
    }),
  );
  const both = [start(), start()];
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 20_000 });
  expect(server.arrived.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: number }, (_, index) => address(index + 1)).sort(),
  );
  expect(new Set(idsOf(server)).size).toBe(number);
  expect(both.every(({ exitCode }) => exitCode === null)).toBe(true);
});
