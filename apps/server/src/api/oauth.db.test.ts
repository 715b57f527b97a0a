// biome-ignore-all lint/style/useNamingConvention: OAuth parameters and the names of cookies.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { altered } from '../../testing/people/altered.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createSignInProvider } from '../codehost/createSignInProvider.js';
import type { AccountRules } from '../service/Resources.js';

const callback = 'http://localhost:4300/api/v1/oauth/oidc/callback';
let service: TestService;
let provider: Server;
let accounts: AccountRules;

/** A real OpenID provider, whose people sign in as anyone they name. */
async function startProvider(): Promise<string> {
  // @ts-expect-error it comes without types
  const { default: Provider } = await import('oidc-provider');
  provider = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: 'svc',
        client_secret: 's'.repeat(40),
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    features: { devInteractions: { enabled: true } },
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: `Name of ${id}`,
        email: emails[id] ?? `${id}@${id.startsWith('inside') ? 'inside.example' : 'outside.example'}`,
        groups: id.startsWith('member') ? ['everybody', 'Staff'] : ['everybody'],
        email_verified: !id.endsWith('unverified'),
      }),
    }),
  });
  const handle = oidc.callback();
  return issuer;
}

/** Verified addresses that only look as if they were of the domain that needs no invitation. */
const emails: Record<string, string> = {
  two: 'eve@inside.example@evil.example',
  quoted: '"eve@inside.example"@evil.example',
  'quoted outside': '"eve@evil.example"@inside.example',
  list: 'eve@evil.example,eve@inside.example',
  comment: 'eve@evil.example(@inside.example',
  homograph: 'eve@ins\u0456de.example',
  'case folding': 'eve@in\u017fide.example',
  below: 'eve@sub.inside.example',
  above: 'eve@notinside.example',
};

beforeAll(async () => {
  const issuer = await startProvider();
  const settings = {
    id: 'oidc',
    name: 'Test',
    issuer,
    apiUrl: null,
    clientId: 'svc',
    clientSecret: 's'.repeat(40),
    organisations: ['staff'],
  } as const;
  accounts = {
    isSignUpOpen: false,
    domains: ['inside.example'],
    providers: [createSignInProvider(settings)],
  };
  service = await startTestService(undefined, undefined, undefined, { accounts });
});
afterAll(async () => {
  await service.stop();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const get = (url: string, cookies: Record<string, string> = {}) =>
  service.app.inject({ url, cookies, headers: { host: 'localhost:4300' } });

/** Leaves for the provider and signs in there. */
async function travel(login: string, query = '') {
  const start = await get(`/api/v1/oauth/oidc/start${query}`);
  expect(start.statusCode).toBe(302);
  const [kept] = start.cookies;
  const jar = new Map<string, string>();
  let url = String(start.headers.location);
  let form: string | null = null;
  while (!url.startsWith(callback)) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === null ? {} : { method: 'POST', body: form }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (!location && !action) throw new Error(`the provider answered ${response.status}: ${page}`);
    url = new URL(location ?? action ?? '', url).href;
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    form = location
      ? null
      : String(
          new URLSearchParams(
            prompt === 'login' ? { prompt, login, password: 'x' } : { prompt: prompt ?? '' },
          ),
        );
  }
  return {
    start: new URL(String(start.headers.location)),
    back: url.slice('http://localhost:4300'.length),
    kept: { svc_oauth: kept?.value ?? '' },
  };
}

test.each(Object.keys(emails))('the verified address of %s is not of the allowed domain', async (login) => {
  const { back, kept } = await travel(login);
  const refused = await get(back, kept);
  expect(refused.statusCode).toBe(403);
  expect(refused.cookies.map(({ name }) => name)).not.toContain('svc_session');
});

test('a person of an allowed domain signs in, and is the same person the next time', async () => {
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const { start, back, kept } = await travel('inside-ada', '?next=/acme/web');
    for (const part of ['state', 'nonce', 'code_challenge'])
      expect(start.searchParams.get(part)).toMatch(/^[\w-]{43}$/);
    expect(start.searchParams.get('code_challenge_method')).toBe('S256');
    const done = await get(back, kept);
    expect([done.statusCode, done.headers.location]).toEqual([302, '/acme/web']);
    const cookies = Object.fromEntries(done.cookies.map(({ name, value }) => [name, value]));
    expect(cookies.svc_oauth).toBe('');
    const me = await get('/api/v1/me', { svc_session: cookies.svc_session ?? '' });
    expect(me.json()).toMatchObject({ kind: 'user', name: 'Name of inside-ada', isOperator: false });
    const { rows } = await service.resources.database
      .selectFrom('userIdentities')
      .select('userId')
      .where('subject', '=', 'inside-ada')
      .execute()
      .then((rows) => ({ rows }));
    ids.push(...rows.map((row) => row.userId));
  }
  expect(new Set(ids).size).toBe(1);
});

test('a person of an allowed group needs neither domain nor invitation', async () => {
  const { back, kept } = await travel('member-mia');
  expect((await get(back, kept)).headers.location).toBe('/');
});

test.each(['outside-eve', 'inside-unverified'])('%s is refused without an invitation', async (login) => {
  const { back, kept } = await travel(login);
  const done = await get(back, kept);
  expect([done.statusCode, done.json().error.code]).toEqual([403, 'FORBIDDEN']);
});

test('a code is used once, in the browser that began, with the state that it began with', async () => {
  const one = await travel('inside-bob');
  const other = await travel('inside-bob');
  expect((await get(one.back)).statusCode).toBe(403);
  expect((await get(one.back, other.kept)).statusCode).toBe(403);
  expect((await get(one.back, { svc_oauth: altered(one.kept.svc_oauth) })).statusCode).toBe(403);
  expect((await get(one.back.replace(/state=[^&]+/, 'state=x'), one.kept)).statusCode).toBe(403);
  expect((await get(one.back.replace('/oidc/', '/github/'), one.kept)).statusCode).toBe(404);
  expect((await get(one.back, one.kept)).statusCode).toBe(302);
  const again = await get(one.back, one.kept);
  expect([again.statusCode, again.json().error.code]).toEqual([403, 'TOKEN_INVALID']);
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  '%s is not a place to continue to',
  async (next) => {
    const { back, kept } = await travel('inside-cy', `?next=${encodeURIComponent(next)}`);
    expect((await get(back, kept)).headers.location).toBe('/');
  },
);
