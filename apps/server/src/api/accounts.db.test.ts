import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { AuditEntry, Member, OperationName, SignedInPlace } from '@svc/schema';
import { operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createLogger } from '../createLogger.js';

/** What must be in nobody's hands but the one's that it was given to. */
const secrets = new Set<string>();
const logged: string[] = [];
let service: TestService;
let admin: Browser;

beforeAll(async () => {
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  service = await startTestService(undefined, undefined, undefined, { logger: createLogger('trace', log) });
  admin = browser();
  await admin.ask('signIn', { token: keep(await service.newSignInToken()) });
});
afterAll(() => service.stop());

function keep(secret: string): string {
  secrets.add(secret);
  return secret;
}

type Path = { org?: string; id?: string; code?: string };
interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into many answers
  body: any;
}
type Browser = ReturnType<typeof browser>;

/** Somebody who sends requests: with the cookie that was set last, or with headers of their own. */
function browser(headers: Record<string, string> = {}) {
  let cookie = '';
  return {
    async ask(name: OperationName, body?: object, path: Path = {}): Promise<Answered> {
      const { method, path: pattern } = operations[name];
      const response = await service.app.inject({
        method,
        url: pattern.replace(/:(\w+)/g, (_, part: keyof Path) => path[part] ?? ''),
        headers: {
          host: 'svc.test',
          origin: 'https://svc.test',
          'x-svc-project': 'acme/web',
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
        ...(method === 'POST' ? { payload: body ?? {} } : {}),
      });
      const [set] = response.cookies.filter(({ name: one }) => one === 'svc_session');
      if (set) {
        expect(set).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
        cookie = set.value ? `svc_session=${keep(set.value)}` : '';
      }
      return { status: response.statusCode, body: response.json() };
    },
  };
}

let people = 0;
async function newcomer(role: 'owner' | 'maintainer' | 'reviewer' | 'viewer') {
  const invited = await admin.ask('invite', { role }, { org: 'acme' });
  const invitation = keep(new URL(invited.body.url).hash.slice(1));
  const one = browser();
  people += 1;
  const email = `person${people}@example.com`;
  const password = keep(`long password ${people}`);
  const made = await one.ask('signUp', { name: `Person ${people}`, email, password, invitation });
  expect(made.status).toBe(200);
  const { members } = (await admin.ask('listMembers', undefined, { org: 'acme' })).body;
  const { id } = members.find((member: Member) => member.email === email);
  return { one, email, password, invitation, id: id as string };
}

describe('accounts', () => {
  test('the set-up link makes who runs the installation, an owner everywhere', async () => {
    expect((await admin.ask('whoAmI')).body).toMatchObject({ kind: 'user', isOperator: true });
    expect((await admin.ask('listOrganisations')).body.organisations).toMatchObject([
      { name: 'acme', role: 'owner' },
    ]);
  });

  test('an invitation makes one account, with its role and nothing else', async () => {
    await service.newKey('secret/web');
    const { one, invitation } = await newcomer('reviewer');
    expect((await one.ask('listOrganisations')).body.organisations).toMatchObject([
      { name: 'acme', role: 'reviewer' },
    ]);
    const { projects } = (await one.ask('listProjects')).body;
    expect(projects.map(({ slug }: { slug: string }) => slug)).toEqual(['acme/web']);
    const again = await browser().ask('signUp', {
      name: 'Late',
      email: 'late@example.com',
      password: 'long enough',
      invitation,
    });
    expect([again.status, again.body.error.code]).toEqual([403, 'TOKEN_INVALID']);
    const late = await browser().ask('signInWithPassword', {
      email: 'late@example.com',
      password: 'long enough',
    });
    expect(late.status).toBe(401);
  });

  test('of several uses of an invitation at once, one is', async () => {
    const invited = await admin.ask('invite', { role: 'viewer' }, { org: 'acme' });
    const invitation = keep(new URL(invited.body.url).hash.slice(1));
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        browser().ask('signUp', {
          name: `N${n}`,
          email: `n${n}@example.com`,
          password: 'long enough',
          invitation,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('an invitation that was taken back, and an expired one, opens nothing', async () => {
    for (const end of ['revoke', 'expire']) {
      const { body } = await admin.ask('invite', { role: 'viewer' }, { org: 'acme' });
      const token = keep(new URL(body.url).hash.slice(1));
      expect((await browser().ask('readInvitation', { token })).body).toEqual({
        organisation: 'acme',
        role: 'viewer',
        invitedBy: 'user:admin',
        expiresAt: body.expiresAt,
      });
      if (end === 'revoke') await admin.ask('revokeInvitation', undefined, { org: 'acme', id: body.id });
      else
        await sql`update invitations set expires_at = now() where id = ${body.id}`.execute(
          service.resources.database,
        );
      expect((await browser().ask('readInvitation', { token })).status).toBe(403);
      const { one } = await newcomer('viewer');
      expect((await one.ask('acceptInvitation', { token })).status).toBe(403);
      expect((await one.ask('listOrganisations')).body.organisations).toMatchObject([{ role: 'viewer' }]);
    }
  });

  test('accounts without an invitation are refused unless sign-up is open', async () => {
    const body = { name: 'Eve', email: 'eve@example.com', password: 'long enough' };
    const refused = await browser().ask('signUp', body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    service.resources.accounts.isSignUpOpen = true;
    try {
      const eve = browser();
      expect((await eve.ask('signUp', body)).status).toBe(200);
      expect((await browser().ask('signUp', body)).body.error.code).toBe('NAME_TAKEN');
      expect((await eve.ask('listProjects')).body.projects).toEqual([]);
      expect((await eve.ask('createOrganisation', { name: 'acme' })).body.error.code).toBe('NAME_TAKEN');
      expect((await eve.ask('createOrganisation', { name: 'eves' })).body).toMatchObject({ role: 'owner' });
      const project = await eve.ask('createProject', { name: 'web' }, { org: 'eves' });
      expect(project.body).toMatchObject({ slug: 'eves/web', defaultBranch: 'main' });
      expect((await eve.ask('createProject', { name: 'web' }, { org: 'eves' })).status).toBe(409);
    } finally {
      service.resources.accounts.isSignUpOpen = false;
    }
  });

  test('a password opens a session, a wrong one and an unknown address answer alike', async () => {
    const { email, password } = await newcomer('viewer');
    const one = browser();
    expect((await one.ask('signInWithPassword', { email: email.toUpperCase(), password })).status).toBe(200);
    expect((await one.ask('whoAmI')).status).toBe(200);
    const wrong = await browser().ask('signInWithPassword', { email, password: `${password}!` });
    const unknown = await browser().ask('signInWithPassword', { email: 'nobody@example.com', password });
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
  });

  test('a new password ends all other sessions and logins', async () => {
    const { one, email, password } = await newcomer('viewer');
    const other = browser();
    await other.ask('signInWithPassword', { email, password });
    const token = await login(one);
    const newPassword = keep('another password');
    const wrong = await one.ask('changePassword', { currentPassword: 'wrong', newPassword });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'currentPassword']);
    expect((await one.ask('changePassword', { currentPassword: password, newPassword })).status).toBe(200);
    expect((await one.ask('whoAmI')).status).toBe(200);
    expect((await other.ask('whoAmI')).status).toBe(401);
    expect((await browser({ authorization: `Bearer ${token}` }).ask('whoAmI')).status).toBe(401);
    expect((await other.ask('signInWithPassword', { email, password })).status).toBe(401);
    expect((await other.ask('signInWithPassword', { email, password: newPassword })).status).toBe(200);
  });

  test('who came by a link sets an e-mail address with the first password', async () => {
    const newPassword = keep('of the admin, long');
    const without = await admin.ask('changePassword', { newPassword });
    expect([without.status, without.body.error.details[0].path]).toEqual([400, 'email']);
    expect((await admin.ask('changePassword', { newPassword, email: 'person1@example.com' })).status).toBe(
      409,
    );
    expect((await admin.ask('changePassword', { newPassword, email: 'admin@example.com' })).status).toBe(200);
    const again = await browser().ask('signInWithPassword', {
      email: 'admin@example.com',
      password: newPassword,
    });
    expect(again.status).toBe(200);
  });

  test('everybody sees where they are signed in, and signs out one place and no other', async () => {
    const { one, email, password } = await newcomer('viewer');
    const phone = browser({ 'user-agent': 'Phone/1' });
    await phone.ask('signInWithPassword', { email, password });
    const token = await login(one);
    const { signIns } = (await one.ask('listSignIns')).body;
    expect(signIns.map(({ kind, name, isCurrent }: SignedInPlace) => [kind, name, isCurrent])).toEqual([
      ['browser', expect.any(String), true],
      ['login', 'laptop', false],
      ['browser', 'Phone/1', false],
    ]);
    const stranger = (await newcomer('viewer')).one;
    const ofPhone = signIns[2].id;
    expect((await stranger.ask('endSignIn', undefined, { id: ofPhone })).status).toBe(404);
    const laptop = browser({ authorization: `Bearer ${token}` });
    expect((await laptop.ask('endSignIn', undefined, { id: ofPhone })).status).toBe(403);
    expect((await one.ask('endSignIn', undefined, { id: ofPhone })).body.signIns).toHaveLength(2);
    expect((await phone.ask('whoAmI')).status).toBe(401);
    expect((await laptop.ask('whoAmI')).status).toBe(200);
    await one.ask('endSignIn', undefined, { id: signIns[1].id });
    expect((await laptop.ask('whoAmI')).status).toBe(401);
    expect((await one.ask('endSignIn', undefined, { id: ofPhone })).status).toBe(404);
  });

  test('a name is changed, by the person in the browser', async () => {
    const { one, email } = await newcomer('viewer');
    expect((await one.ask('changeAccount', { name: 'Renamed' })).body).toEqual({
      name: 'Renamed',
      email,
      hasPassword: true,
      isOperator: false,
      identities: [],
    });
    expect((await one.ask('whoAmI')).body.name).toBe('Renamed');
    const laptop = browser({ authorization: `Bearer ${await login(one)}` });
    expect((await laptop.ask('changeAccount', { name: 'Other' })).status).toBe(403);
  });

  test('no organisation hides a page of the service', async () => {
    for (const name of ['account', 'organisations', 'api']) {
      expect((await admin.ask('createOrganisation', { name })).status).toBe(400);
    }
  });

  test('signing out everywhere ends every session', async () => {
    const { one, email, password } = await newcomer('viewer');
    const other = browser();
    await other.ask('signInWithPassword', { email, password });
    await one.ask('signOutEverywhere');
    expect([(await one.ask('whoAmI')).status, (await other.ask('whoAmI')).status]).toEqual([401, 401]);
  });
});

describe('members', () => {
  test('the last owner stays an owner, regardless of who asks and of how many ask at once', async () => {
    const first = await newcomer('owner');
    const second = await newcomer('owner');
    const answers = await Promise.all([
      first.one.ask('removeMember', undefined, { org: 'acme', id: first.id }),
      second.one.ask('changeRole', { role: 'viewer' }, { org: 'acme', id: second.id }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('LAST_OWNER');
    const { members } = (await admin.ask('listMembers', undefined, { org: 'acme' })).body;
    expect(members.filter(({ role }: Member) => role === 'owner')).toHaveLength(1);
  });

  test('who was removed sees nothing from the next request on', async () => {
    const { one, id } = await newcomer('maintainer');
    expect((await one.ask('getOverview')).status).toBe(200);
    await admin.ask('removeMember', undefined, { org: 'acme', id });
    expect((await one.ask('getOverview')).status).toBe(404);
    expect((await admin.ask('removeMember', undefined, { org: 'acme', id })).status).toBe(404);
  });
});

describe('API keys', () => {
  test('a secret is shown once, works at once, and not after it was revoked', async () => {
    const made = await admin.ask('createKey', {
      name: 'ci',
      scopes: ['review', 'upload'],
      expiresInDays: 30,
    });
    expect(made.body).toMatchObject({
      name: 'ci',
      scopes: ['upload', 'review'],
      createdBy: 'user:admin',
      lastUsedAt: null,
    });
    const secret = keep(made.body.secret);
    expect(secret).toMatch(/^svc_[\w-]{43}$/);
    const ci = browser({ 'x-api-key': secret });
    expect((await ci.ask('whoAmI')).body).toEqual({
      kind: 'key',
      name: 'ci',
      project: 'acme/web',
      scopes: ['upload', 'review'],
    });
    const { keys } = (await admin.ask('listKeys')).body;
    expect(keys[0]).toMatchObject({ id: made.body.id, lastUsedAt: expect.any(String) });
    expect(JSON.stringify(keys)).not.toContain(secret);
    const revoked = await admin.ask('revokeKey', undefined, { id: made.body.id });
    expect(revoked.body.revokedAt).toEqual(expect.any(String));
    expect((await ci.ask('whoAmI')).status).toBe(401);
    expect((await admin.ask('revokeKey', undefined, { id: made.body.id })).body.revokedAt).toBe(
      revoked.body.revokedAt,
    );
  });

  test('the last use is written at most once a minute', async () => {
    const { database } = service.resources;
    const made = await admin.ask('createKey', { name: 'busy' });
    const busy = browser({ 'x-api-key': keep(made.body.secret) });
    const lastUse = async () => {
      const { rows } = await sql<{ at: Date; version: string }>`
        select last_used_at at, xmin::text version from api_keys where id = ${made.body.id}`.execute(
        database,
      );
      return rows[0];
    };
    await busy.ask('whoAmI');
    const noted = await lastUse();
    await busy.ask('whoAmI');
    expect(await lastUse()).toEqual(noted);
    await sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${made.body.id}`.execute(
      database,
    );
    await busy.ask('whoAmI');
    expect((await lastUse())?.at.getTime()).toBeGreaterThanOrEqual(
      noted?.at.getTime() ?? Number.POSITIVE_INFINITY,
    );
  });

  test('an answer with a secret is not kept for a repetition', async () => {
    const once = browser({ 'idempotency-key': 'the same' });
    await once.ask('signInWithPassword', { email: 'admin@example.com', password: 'of the admin, long' });
    const [one, two] = [
      await once.ask('createKey', { name: 'a' }),
      await once.ask('createKey', { name: 'a' }),
    ];
    expect(keep(one.body.secret)).not.toBe(keep(two.body.secret));
  });
});

async function login(person: Browser, redirectUrl?: string): Promise<string> {
  const codeVerifier = keep(randomBytes(32).toString('base64url'));
  const state = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const terminal = browser();
  const begun = await terminal.ask('beginCliLogin', {
    name: 'laptop',
    codeChallenge,
    ...(redirectUrl ? { redirectUrl, state } : {}),
  });
  const deviceCode = keep(begun.body.deviceCode);
  const { userCode: code } = begun.body;
  expect(begun.body.verificationUrl).toBe(`http://localhost:4300/cli-login?code=${code}`);
  const finish = (more = {}) => terminal.ask('finishCliLogin', { deviceCode, codeVerifier, ...more });
  const early = await finish();
  expect([early.status, early.body.error.code]).toEqual([409, 'LOGIN_PENDING']);
  expect((await person.ask('getCliLogin', undefined, { code })).body).toMatchObject({
    name: 'laptop',
    isLoopback: redirectUrl !== undefined,
  });
  const decided = await person.ask('decideCliLogin', { allow: true }, { code });
  const other = randomBytes(32).toString('base64url');
  expect((await terminal.ask('finishCliLogin', { deviceCode, codeVerifier: other })).status).toBe(403);
  let more = {};
  if (redirectUrl) {
    const url = new URL(decided.body.redirectUrl);
    expect([url.origin + url.pathname, url.searchParams.get('state')]).toEqual([redirectUrl, state]);
    for (const wrong of [{}, { code: other }]) expect((await finish(wrong)).status).toBe(403);
    more = { code: keep(url.searchParams.get('code') ?? '') };
  } else expect(decided.body.redirectUrl).toBeNull();
  const finished = await finish(more);
  expect(finished.status).toBe(200);
  expect((await finish(more)).status).toBe(403);
  return keep(finished.body.token);
}

describe('the login of a command line', () => {
  test.each([
    ['device code', undefined],
    ['loopback redirect', 'http://127.0.0.1:4711/callback'],
  ])('by %s', async (_, url) => {
    const { one } = await newcomer('reviewer');
    const token = await login(one, url);
    expect(token).toMatch(/^svcl_[\w-]{43}$/);
    const transports: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { 'x-api-key': token },
    ];
    for (const headers of transports) {
      const laptop = browser(headers);
      expect((await laptop.ask('getOverview')).status).toBe(200);
      expect((await laptop.ask('changeSettings', {})).status).toBe(403);
      expect((await laptop.ask('changePassword', { newPassword: 'taken over' })).status).toBe(403);
    }
    const laptop = browser({ authorization: `Bearer ${token}`, origin: 'https://elsewhere.test' });
    expect((await laptop.ask('endLogin')).status).toBe(200);
    const after = await laptop.ask('whoAmI');
    expect([after.status, after.body.error.message]).toEqual([
      401,
      'The login has expired or was revoked. Run `svc login` again.',
    ]);
  });

  test('a refusal is final, a login allows no login, and the redirect stays on the machine', async () => {
    const { one } = await newcomer('viewer');
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const { deviceCode, userCode: code } = (
      await browser().ask('beginCliLogin', { name: 'x', codeChallenge })
    ).body;
    const laptop = browser({ authorization: `Bearer ${await login(one)}` });
    expect((await laptop.ask('decideCliLogin', { allow: true }, { code })).status).toBe(403);
    expect((await one.ask('decideCliLogin', { allow: false }, { code })).body).toEqual({ redirectUrl: null });
    const redirectUrl = 'http://127.0.0.1:4711/callback';
    const state = randomBytes(32).toString('base64url');
    const begun = await browser().ask('beginCliLogin', { name: 'x', codeChallenge, redirectUrl, state });
    const refused = await one.ask('decideCliLogin', { allow: false }, { code: begun.body.userCode });
    expect(refused.body).toEqual({ redirectUrl: `${redirectUrl}?error=access_denied&state=${state}` });
    expect((await one.ask('decideCliLogin', { allow: true }, { code })).status).toBe(404);
    expect(
      (await browser().ask('finishCliLogin', { deviceCode, codeVerifier })).body.error.message,
    ).toContain('refused');
    for (const redirectUrl of [
      'https://evil.example/',
      'http://evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://localhost.evil.example',
      'http://user@evil.example:80/',
      'javascript:alert(1)',
    ]) {
      expect([
        redirectUrl,
        (await browser().ask('beginCliLogin', { name: 'x', codeChallenge, redirectUrl })).status,
      ]).toEqual([redirectUrl, 400]);
    }
  });
});

describe('the audit log', () => {
  test('tells who did what, newest first and page by page', async () => {
    const { one } = await newcomer('maintainer');
    await one.ask('changeSettings', { defaultBranch: 'trunk' });
    const made = await one.ask('createKey', { name: 'audited', scopes: ['read'] });
    keep(made.body.secret);
    await one.ask('revokeKey', undefined, { id: made.body.id });
    const read = async (url: string) =>
      (
        await service.app.inject({
          url,
          headers: { 'x-svc-project': 'acme/web', cookie: await cookieOfAdmin() },
        })
      ).json<{ entries: AuditEntry[]; nextCursor: string | null }>();
    const first = await read('/api/v1/audit?limit=2');
    expect(first.entries.map(({ action, actor, target }) => [action, actor, target])).toEqual([
      ['key.revoked', `user:Person ${people}`, made.body.id],
      ['key.created', `user:Person ${people}`, made.body.id],
    ]);
    const ofKeys = await read('/api/v1/audit?kind=key&limit=500');
    expect(new Set(ofKeys.entries.map(({ action }) => action))).toEqual(
      new Set(['key.created', 'key.revoked']),
    );
    const [newest] = first.entries;
    const theirs = await read(`/api/v1/audit?limit=500&by=${newest?.actorId}`);
    expect(theirs.entries.map(({ action }) => action)).toEqual([
      'key.revoked',
      'key.created',
      'settings.changed',
    ]);
    const second = await read(`/api/v1/audit?limit=1&cursor=${first.nextCursor}`);
    expect(second.entries).toMatchObject([
      {
        action: 'settings.changed',
        project: 'acme/web',
        details: { from: { defaultBranch: 'main' }, to: { defaultBranch: 'trunk' } },
      },
    ]);
    const whole = await read('/api/v1/organisations/acme/audit?limit=500');
    const actions = new Set(whole.entries.map(({ action }) => action));
    for (const action of [
      'invitation.created',
      'invitation.accepted',
      'invitation.revoked',
      'member.removed',
    ]) {
      expect(actions).toContain(action);
    }
    expect(
      whole.entries.every((entry, index) => index === 0 || entry.id < (whole.entries[index - 1]?.id ?? 0)),
    ).toBe(true);
  });

  test('cannot be rewritten', async () => {
    const { database } = service.resources;
    await expect(sql`update audit_log set actor = 'user:nobody'`.execute(database)).rejects.toThrow(
      'only grows',
    );
    await expect(sql`delete from audit_log`.execute(database)).rejects.toThrow('only grows');
    for (const truncate of [sql`truncate audit_log`, sql`truncate audit_log, projects cascade`]) {
      await expect(truncate.execute(database)).rejects.toThrow('only grows');
    }
  });
});

async function cookieOfAdmin(): Promise<string> {
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/v1/sign-in/password',
    headers: { host: 'svc.test', origin: 'https://svc.test' },
    payload: { email: 'admin@example.com', password: 'of the admin, long' },
  });
  const [set] = response.cookies;
  return `svc_session=${keep(set?.value ?? '')}`;
}

test('pages and answers carry headers that keep foreign scripts and frames out', async () => {
  const pages = [
    '/',
    '/sign-in?problem=refused',
    '/invitation',
    '/forgot-password',
    '/reset-password',
    '/unsubscribe',
    '/cli-login?code=ABCD-EFGH',
    '/account',
    '/organisations/acme/members',
    '/acme/web',
    '/acme/web/settings/keys',
    '/acme/web/suites/default/snapshots/a',
    '/acme/web/sessions/ses_1',
    '/acme/web/captures/cap_1',
    '/acme/web/diffs/dif_1',
  ];
  for (const url of [...pages, '/docs/api/', '/docs/', '/api/v1/me', '/api/v1/none']) {
    const { headers } = await service.app.inject({ url, headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    const scripts = /(?:^|;)\s*(?:script-src|default-src) ([^;]*)/.exec(policy)?.[1];
    expect([url, scripts?.includes("'self'"), scripts?.includes("'unsafe")]).toEqual([url, true, false]);
    expect([url, policy.includes("object-src 'none'"), policy.includes("frame-ancestors 'none'")]).toEqual([
      url,
      true,
      true,
    ]);
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff']);
  }
});

test('no secret is in the log or in a dump of the database', async () => {
  const { database } = service.resources;
  const planted = keep('svc_planted-and-wrong');
  await browser({ 'x-api-key': planted }).ask('whoAmI');
  await browser({ authorization: `Bearer ${planted}` }).ask('getOverview');
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) "name" from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    database,
  );
  expect(tables.map(({ name }) => name)).toContain('public.api_keys');
  let dump = '';
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text "row" from ${sql.raw(name)} t`.execute(
      database,
    );
    dump += rows.map(({ row }) => row).join('\n');
  }
  const log = logged.join('');
  expect(secrets.size).toBeGreaterThan(40);
  for (const secret of secrets) {
    for (const text of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ]) {
      expect([secret, dump.includes(text), log.includes(text)]).toEqual([secret, false, false]);
    }
  }
});
