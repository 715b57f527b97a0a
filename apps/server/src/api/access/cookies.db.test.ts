import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { createApp } from '../createApp.js';

let service: TestService;
let https: TestService['app'];
beforeAll(async () => {
  service = await startTestService();
  https = await createApp(service.resources, {
    secure: true,
    logger: pino({ level: 'silent' }),
    trustedProxies: 0,
  });
});
afterAll(async () => {
  await https.close();
  await service.stop();
});

const origin = { host: 'svc.example.com', origin: 'https://svc.example.com' };
const signIn = async (app = https) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    headers: origin,
    payload: { token: await service.newSignInToken() },
  });
const me = (cookie: string, app = https, headers: object = {}) =>
  app.inject({ url: '/api/v1/me', headers: { ...origin, cookie, ...headers } });

describe('over https', () => {
  test('the session is in a cookie that no other host can set', async () => {
    const answer = await signIn();
    const session = answer.cookies.find(({ name }) => name === '__Host-svc_session');
    expect(session).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' });
    expect(session).not.toHaveProperty('domain');
    expect((await me(`__Host-svc_session=${session?.value}`)).statusCode).toBe(200);
    // What another host below the domain can set says nothing, and neither does the cookie of an earlier version.
    expect((await me(`svc_session=${session?.value}`)).statusCode).toBe(401);
    expect((await me(`__Host-svc_session=${session?.value}; svc_session=evil`)).statusCode).toBe(200);
  });

  test('signing out takes the cookie away', async () => {
    const session = (await signIn()).cookies.find(({ name }) => name === '__Host-svc_session')?.value;
    const url = '/api/v1/sign-out';
    const headers = { ...origin, cookie: `__Host-svc_session=${session}` };
    const out = await https.inject({ method: 'POST', url, headers, payload: {} });
    expect(out.cookies).toMatchObject([{ name: '__Host-svc_session', value: '', path: '/', secure: true }]);
    expect((await me(`__Host-svc_session=${session}`)).statusCode).toBe(401);
  });
});

describe('two cookies of one name', () => {
  const names = { http: 'svc_session', https: '__Host-svc_session' } as const;
  const apps = () => ({ http: service.app, https });

  test.each(['http', 'https'] as const)('are refused over %s, and the browser forgets both', async (kind) => {
    const app = apps()[kind];
    const name = names[kind];
    const session = (await signIn(app)).cookies.find((one) => one.name === name)?.value;
    for (const cookie of [
      `${name}=${session}; ${name}=evil`,
      `${name}=evil; other=1; ${name}=${session}`,
      `${name}=${session};${name}=${session}`,
    ]) {
      const answer = await me(cookie, app);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.json().error.message).toContain('reload the page and sign in again');
      expect(answer.headers['clear-site-data']).toBe('"cookies"');
      expect(answer.cookies).toContainEqual(expect.objectContaining({ name, value: '', path: '/' }));
    }
    expect((await me(`${name}=${session}`, app)).statusCode).toBe(200);
  });

  test('are taken back for every domain that may have set them', async () => {
    const answer = await me('svc_session=a; svc_session=b', service.app);
    const domains = answer.cookies.filter(({ name }) => name === 'svc_session').map(({ domain }) => domain);
    expect(domains).toEqual([undefined, 'svc.example.com', 'example.com']);
  });

  test('are refused where people sign in, too: the answer is what frees the browser', async () => {
    const headers = { ...origin, cookie: 'svc_session=a; svc_session=b' };
    const payload = { token: await service.newSignInToken() };
    const refused = await service.app.inject({ method: 'POST', url: '/api/v1/sign-in', headers, payload });
    expect([refused.statusCode, refused.headers['clear-site-data']]).toEqual([400, '"cookies"']);
    const again = await service.app.inject({
      method: 'POST',
      url: '/api/v1/sign-in',
      headers: origin,
      payload,
    });
    expect(again.statusCode).toBe(200);
  });

  test('of other sites, or beside a key, matter to nobody', async () => {
    const key = { 'x-api-key': service.apiKey };
    expect((await me('svc_session=a; svc_session=b', service.app, key)).statusCode).toBe(200);
    const session = (await signIn(service.app)).cookies.find(({ name }) => name === 'svc_session')?.value;
    expect((await me(`theirs=1; theirs=2; svc_session=${session}`, service.app)).statusCode).toBe(200);
  });
});
