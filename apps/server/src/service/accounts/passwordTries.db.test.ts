import { Readable } from 'node:stream';
import { operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { altered } from '../../../testing/people/altered.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { createProgram } from '../../commands/createProgram.js';
import { insertPerson } from '../../store/accounts/people.js';
import { hashPassword } from './passwords.js';

const ada = { email: 'ada@acme.example', password: 'correct horse battery' };
const unknown = { email: 'nobody@acme.example', password: 'correct horse battery' };
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const password = await hashPassword(ada.password);
  await insertPerson(service.resources.database, { name: 'Ada', email: ada.email, password });
  await insertPerson(service.resources.database, { name: 'Bob', email: 'bob@acme.example', password });
});
afterAll(() => service.stop());
beforeEach(() => sql`delete from password_tries`.execute(service.resources.database));

interface From {
  address?: string;
  device?: string;
}

async function signIn(
  body: { email: string; password: string },
  { address = '203.0.113.1', device }: From = {},
) {
  const { path: url, method } = operations.signInWithPassword;
  const answer = await service.app.inject({
    method,
    url,
    remoteAddress: address,
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      ...(device === undefined ? {} : { cookie: `svc_device=${device}` }),
    },
    payload: body,
  });
  const kept = answer.cookies.find(({ name }) => name === 'svc_device')?.value;
  return { status: answer.statusCode, body: answer.body, wait: answer.headers['retry-after'], device: kept };
}
const wrong = (email: string, index: number | string) => ({ email, password: `guess ${index}` });
/** Guesses from somewhere until they are delayed. */
async function attack(email: string, from: (index: number) => From = () => ({ address: '198.51.100.7' })) {
  for (let index = 0; index < 40; index++) {
    const answer = await signIn(wrong(email, index), from(index));
    if (answer.status !== 429) continue;
    await freeze();
    return index;
  }
  throw new Error('guesses are not delayed');
}
/** Makes who has to wait wait for an hour, however slow this machine is. */
const freeze = () =>
  sql`update password_tries set blocked_until = now() + interval '1 hour'
    where blocked_until > last_at + interval '0.5 second'`.execute(service.resources.database);
/** Lets time pass. */
const pass = (seconds: number) =>
  sql`update password_tries set last_at = last_at - ${seconds} * interval '1 second',
    blocked_until = blocked_until - ${seconds} * interval '1 second'`.execute(service.resources.database);

describe('wrong passwords', () => {
  test('delay the next try, with the seconds to wait, and a right one is not looked at meanwhile', async () => {
    expect(await attack(ada.email)).toBeLessThan(16);
    const right = await signIn(ada);
    expect([right.status, Number(right.wait) > 0]).toEqual([429, true]);
    await pass(4_200);
    expect((await signIn(ada)).status).toBe(200);
    expect((await signIn(wrong(ada.email, 'again'))).status).toBe(401);
  });

  test('from ever new addresses are delayed too', async () => {
    expect(await attack(ada.email, (index) => ({ address: `198.51.100.${index}` }))).toBeLessThan(16);
  });

  test('for ever new accounts are delayed by their address, which leaves other addresses alone', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 30; index++) {
      statuses.push((await signIn(wrong(`${index}@acme.example`, 1), { address: '198.51.100.7' })).status);
    }
    expect(statuses).toContain(429);
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect((await signIn(ada, { address: '203.0.113.1' })).status).toBe(200);
  });

  test('at the same moment are as few as one after the other', async () => {
    const guesses = Array.from({ length: 24 }, (_, index) =>
      signIn(wrong(ada.email, index), { address: `198.51.100.${index}` }),
    );
    const looked = (await Promise.all(guesses)).filter(({ status }) => status === 401);
    expect(looked.length).toBeGreaterThan(0);
    // Some more may follow where this machine takes seconds for them.
    expect(looked.length).toBeLessThan(18);
  });

  test('are answered alike, byte by byte, whether the account exists or not', async () => {
    const play = async (email: string) => {
      await sql`delete from password_tries`.execute(service.resources.database);
      const answers: [number, string][] = [];
      for (let index = 0; index < 6; index++) {
        const { status, body } = await signIn(wrong(email, index), { address: `198.51.100.${index}` });
        answers.push([status, body]);
      }
      await sql`update password_tries set blocked_until = now() + interval '1 minute'`.execute(
        service.resources.database,
      );
      const { status, body, device } = await signIn(
        { email, password: ada.password },
        { address: '203.0.113.9' },
      );
      return [...answers, [status, body], device];
    };
    const known = await play(ada.email);
    expect(known).toEqual(await play(unknown.email));
    expect(known[6]).toEqual([429, expect.any(String)]);
  });
});

describe('a browser that has signed in before', () => {
  test('is not locked out by guesses from elsewhere, nor from its own address', async () => {
    const { device = '' } = await signIn(ada);
    await attack(ada.email);
    expect((await signIn(ada, { address: '203.0.113.50' })).status).toBe(429);
    expect((await signIn(ada, { device })).status).toBe(200);
    for (let index = 0; index < 25; index++) await signIn(wrong(`${index}@acme.example`, 1));
    await freeze();
    expect((await signIn(unknown)).status).toBe(429);
    expect((await signIn(ada, { device })).status).toBe(200);
  });

  test('has a count of its own, so that a stolen cookie is worth few guesses', async () => {
    const { device = '' } = await signIn(ada);
    expect(await attack(ada.email, (index) => ({ device, address: `198.51.100.${index}` }))).toBeLessThan(16);
    expect((await signIn(ada)).status).toBe(200);
  });

  test('is known for its account alone', async () => {
    const { device = '' } = await signIn({ ...ada, email: 'bob@acme.example' });
    await attack(ada.email);
    expect((await signIn(ada, { device, address: '203.0.113.50' })).status).toBe(429);
  });

  test.each([
    ['made up', () => 'e30'],
    ['altered', altered],
    ['sealed for something else', () => service.resources.vault.seal('{}', 'another').toString('base64url')],
    [
      'too old',
      async () => {
        const { database, vault } = service.resources;
        const { rows } = await sql<{ id: string }>`select id from users where email = ${ada.email}`.execute(
          database,
        );
        const old = JSON.stringify({ id: 'd', userId: rows[0]?.id, until: Date.now() - 1 });
        return vault.seal(old, 'known device').toString('base64url');
      },
    ],
  ])('is not one with a cookie that is %s', async (_, forge) => {
    const { device = '' } = await signIn(ada);
    await attack(ada.email);
    const forged = await forge(device);
    expect((await signIn(ada, { device: forged, address: '203.0.113.50' })).status).toBe(429);
  });

  test('is not a way in: it takes the password as ever', async () => {
    const { device = '' } = await signIn(ada);
    const me = await service.app.inject({
      url: '/api/v1/me',
      headers: { cookie: `svc_device=${device}; svc_session=${device}` },
    });
    expect(me.statusCode).toBe(401);
  });
});

test('an operator sees who tries', async () => {
  await attack(ada.email);
  const lines: string[] = [];
  const forbidden = () => expect.fail('not needed');
  const program = createProgram({
    config: forbidden,
    withDatabase: (use) => use(service.resources.database),
    withPool: () => Promise.reject(new Error('no command here needs one')),
    openVault: forbidden,
    openCodeHosts: forbidden,
    print: (line) => lines.push(line),
    input: Readable.from([]),
  });
  await program.parseAsync(['password-tries'], { from: 'user' });
  expect(lines.join('\n')).toMatch(/^account:ada@acme\.example {2}\d+ wrong, last at .*, waits until /m);
  expect(lines.join('\n')).toMatch(/^address:198\.51\.100\.7 {2}\d+ wrong/m);
});
