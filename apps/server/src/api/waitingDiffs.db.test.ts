import type { Capture, Diff, DiffSummary, ProjectSummary } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function build(suite: string, origin: object, shade: number, apiKey?: string): Promise<string> {
  const ask = <Body>(path: string, body: object) => service.ask<Body>('POST', path, body, apiKey);
  const created = await ask<Capture>('/api/v1/captures', {
    suite,
    snapshots: [{ name: 'card' }],
    ...origin,
  });
  const path = `/api/v1/snapshots?captureId=${created.body.id}&name=card`;
  expect((await service.upload(path, image(shade), 'image/png', apiKey)).status).toBe(200);
  const made = await ask<Diff>('/api/v1/diffs', { suite, headCaptureId: created.body.id });
  return (await settled(service, 'diffs', made.body.id, apiKey ? { apiKey } : {})).id;
}

const waiting = async (query = '') => {
  const { body, status } = await service.ask<{ diffs: DiffSummary[]; nextCursor: string | null }>(
    'GET',
    `/api/v1/diffs?waiting=true${query}`,
  );
  expect(status).toBe(200);
  return { ids: body.diffs.map(({ id }) => id), nextCursor: body.nextCursor };
};

test('lists undecided diffs of the newest build of each branch and suite, page by page', async () => {
  const main = await build('web', { branch: 'main', commit: 'aaaaaaa1' }, 10);
  const older = await build('web', { branch: 'topic', commit: 'bbbbbbb1' }, 20);
  expect((await waiting()).ids).toEqual([older, main]);

  const newer = await build('web', { branch: 'topic', commit: 'bbbbbbb2' }, 30);
  const other = await build('emails', { branch: 'topic', commit: 'bbbbbbb2' }, 40);
  const loose = await build('web', {}, 50);
  expect((await waiting()).ids).toEqual([loose, other, newer, main]);

  const first = await waiting('&limit=3');
  expect(first.ids).toEqual([loose, other, newer]);
  expect((await waiting(`&limit=3&cursor=${first.nextCursor}`)).ids).toEqual([main]);
  expect((await waiting('&suite=emails')).ids).toEqual([other]);

  expect((await service.ask('POST', `/api/v1/diffs/${newer}/approve`, {})).status).toBe(200);
  expect((await service.ask('POST', `/api/v1/diffs/${other}/reject`, {})).status).toBe(200);
  expect((await waiting()).ids).toEqual([loose, main]);
});

test('leaves out what was compared on somebody’s own machine', async () => {
  const before = (await waiting()).ids;
  await build('web', { branch: 'local', commit: 'ddddddd1', isLocal: true }, 60);
  expect((await waiting()).ids).toEqual(before);
});

test('refuses any other word', async () => {
  expect((await service.ask('GET', '/api/v1/diffs?waiting=no')).status).toBe(400);
});

/** Somebody with the role of a reviewer in an organisation. */
async function reviewerOf(org: string) {
  let cookie = '';
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await service.app.inject({
      method,
      url,
      headers: { host: 'svc.test', origin: 'https://svc.test', ...(cookie ? { cookie } : {}) },
      ...(payload ? { payload } : {}),
    });
    const session = response.cookies.find(({ name }) => name === 'svc_session');
    if (session) cookie = `svc_session=${session.value}`;
    expect([url, response.statusCode, response.body]).toEqual([url, 200, expect.any(String)]);
    return response.json();
  };
  await send('POST', '/api/v1/sign-in', { token: await service.newSignInToken() });
  const invited = await send('POST', `/api/v1/organisations/${org}/invitations`, { role: 'reviewer' });
  cookie = '';
  await send('POST', '/api/v1/sign-up', {
    name: `Of ${org}`,
    email: `${org}@example.com`,
    password: 'long enough',
    invitation: new URL(invited.url).hash.slice(1),
  });
  return {
    async waiting(query = '') {
      const { diffs, nextCursor } = await send('GET', `/api/v1/me/waiting${query}`);
      return { rows: diffs.map(({ project, id }: DiffSummary) => [project, id]), nextCursor };
    },
    async counts() {
      const { projects } = await send('GET', '/api/v1/projects');
      return projects.map(({ slug, waiting: count }: ProjectSummary) => [slug, count]);
    },
  };
}

test('tells a person what waits in all projects of their organisations, and in no others', async () => {
  const [shop, mail, secret] = await Promise.all(
    ['umbrella/shop', 'umbrella/mail', 'rival/shop'].map((slug) => service.newKey(slug)),
  );
  const one = await reviewerOf('umbrella');
  const other = await reviewerOf('rival');
  expect(await one.waiting()).toEqual({ rows: [], nextCursor: null });

  const origin = { branch: 'topic', commit: 'eeeeeee1' };
  await build('web', origin, 10, shop);
  const inMail = await build('web', origin, 20, mail);
  const inSecret = await build('web', origin, 30, secret);
  const inShop = await build('web', { branch: 'topic', commit: 'eeeeeee2' }, 40, shop);
  const all = [
    ['umbrella/shop', inShop],
    ['umbrella/mail', inMail],
  ];
  expect((await one.waiting()).rows).toEqual(all);
  expect((await other.waiting()).rows).toEqual([['rival/shop', inSecret]]);
  const first = await one.waiting('?limit=1');
  expect(first.rows).toEqual(all.slice(0, 1));
  const second = await one.waiting(`?limit=1&cursor=${first.nextCursor}`);
  expect(second).toEqual({ rows: all.slice(1), nextCursor: null });
  expect(await one.counts()).toEqual([
    ['umbrella/mail', 1],
    ['umbrella/shop', 1],
  ]);

  expect((await service.ask('POST', `/api/v1/diffs/${inShop}/approve`, {}, shop)).status).toBe(200);
  expect((await one.waiting()).rows).toEqual(all.slice(1));
  expect(await one.counts()).toEqual([
    ['umbrella/mail', 1],
    ['umbrella/shop', 0],
  ]);
});

test('a key reads what waits in its own project', async () => {
  const key = await service.newKey('umbrella/shop');
  const { body } = await service.ask<{ projects: ProjectSummary[] }>(
    'GET',
    '/api/v1/projects',
    undefined,
    key,
  );
  expect(body.projects).toMatchObject([{ slug: 'umbrella/shop', waiting: 0 }]);
  expect(body.projects[0]?.lastActivityAt).toEqual(expect.any(String));
  expect((await service.ask('GET', '/api/v1/me/waiting', undefined, key)).status).toBe(403);
});
