import type { Badge, Capture, CreatedSession } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { changeSettings } from '../service/projects/changeSettings.js';
import { ensureProject } from '../store/projects/projects.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function turnBadges(badges: boolean, slug = 'acme/web'): Promise<void> {
  const project = await ensureProject(service.resources.database, slug);
  await changeSettings(service.resources, accessAsServer(project), { badges });
}

/** The path of a badge, as members are told it. */
async function pathOf(suite: string, branch: string): Promise<string> {
  const query = new URLSearchParams({ suite, branch });
  const { body } = await service.ask<Badge>('GET', `/api/v1/badge?${query}`);
  if (body.url === null) throw new Error('badges are off');
  const { pathname, search } = new URL(body.url);
  return pathname + search;
}

/** As the proxy of a code host asks: without any credential. */
const show = (path: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url: path, headers });

async function stateAt(path: string): Promise<string | undefined> {
  const { statusCode, body } = await show(path);
  expect(statusCode).toBe(200);
  return /<title>.*: (\w+)<\/title>/.exec(body)?.[1];
}

let serial = 0;
/** A build of a suite with one image; the session stays open where it has no exit code. */
async function build(suite: string, branch: string, exitCode: number | null = 0): Promise<CreatedSession> {
  const run = { suite, branch, commit: (++serial).toString(16).padStart(40, 'b') };
  const { body: session } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', run);
  const query = new URLSearchParams({ ...run, sessionId: session.sessionId, name: 'button' });
  const sent = await service.upload(`/api/v1/snapshots?${query}`, image(serial % 256), 'image/png');
  expect(sent.status).toBe(200);
  if (exitCode === null) return session;
  await service.ask('POST', `/api/v1/sessions/${session.sessionId}/complete`, { exitCode });
  await settled(service, 'diffs', session.diffId);
  return session;
}

test('a badge follows the newest build of its suite and branch', async () => {
  await turnBadges(true);
  const { diffId } = await build('forms', 'main');
  const path = await pathOf('forms', 'main');
  expect(await stateAt(path)).toBe('pending');
  expect(await stateAt(await pathOf('forms', 'other'))).toBe('unknown');
  for (const [decision, state] of [
    ['reject', 'failed'],
    ['approve', 'passing'],
    ['revoke', 'pending'],
  ] as const) {
    const names = { snapshots: ['button'] };
    expect((await service.ask('POST', `/api/v1/diffs/${diffId}/${decision}`, names)).status).toBe(200);
    expect(await stateAt(path)).toBe(state);
  }
  await build('forms', 'feature', 1);
  expect(await stateAt(path)).toBe('pending');
  expect(await stateAt(await pathOf('forms', 'feature'))).toBe('failed');
  await build('forms', 'feature', null);
  expect(await stateAt(await pathOf('forms', 'feature'))).toBe('pending');
});

test('a build that is not compared, or not yet, leaves a badge as it is', async () => {
  await turnBadges(true);
  const { diffId } = await build('plain', 'main');
  await service.ask('POST', `/api/v1/diffs/${diffId}/approve`, { snapshots: ['button'] });
  const path = await pathOf('plain', 'main');
  expect(await stateAt(path)).toBe('passing');
  const capture = async (more: object) => {
    const commit = (++serial).toString(16).padStart(40, 'b');
    const body = { suite: 'plain', branch: 'main', commit, snapshots: [], ...more };
    return (await service.ask<Capture>('POST', '/api/v1/captures', body)).body;
  };
  expect(await capture({ autoBaseline: true })).toMatchObject({ status: 'completed' });
  expect(await stateAt(path)).toBe('passing');
  const { id } = await capture({});
  expect(await stateAt(path)).toBe('passing');
  await build('plain', 'main', null);
  expect(await stateAt(path)).toBe('pending');
  // The same as if its worker had given up.
  await sql`
    insert into captures select (jsonb_populate_record(captures,
      '{"id": "cap_zzz", "status": "failed", "error": "No story was found"}')).* from captures where id = ${id}
  `.execute(service.resources.database);
  expect(await stateAt(path)).toBe('failed');
  // A branch whose builds all set baselines directly has nothing to show.
  await service.ask('POST', '/api/v1/captures', {
    suite: 'plain',
    branch: 'release',
    commit: 'e'.repeat(40),
    snapshots: [],
    autoBaseline: true,
  });
  expect(await stateAt(await pathOf('plain', 'release'))).toBe('unknown');
});

test('a badge is an SVG that others may embed, and that caches may keep', async () => {
  await turnBadges(true);
  await build('<b>&"forms" with a name of more than sixty characters, which is shortened', 'main');
  const path = await pathOf(
    '<b>&"forms" with a name of more than sixty characters, which is shortened',
    'main',
  );
  const { headers, body } = await show(path);
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cache-control': 'public, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  expect(body).toContain('&lt;b&gt;&amp;&quot;forms&quot; with a name');
  expect(body).not.toMatch(/<b>|<script|shortened/);
  const same = await show(path, { 'if-none-match': String(headers.etag) });
  expect([same.statusCode, same.body]).toEqual([304, '']);
});

test('nobody learns anything without the address of a badge', async () => {
  await turnBadges(true);
  await build('forms', 'main');
  const path = await pathOf('forms', 'main');
  const { origin, pathname, searchParams } = new URL(path, 'http://localhost');
  const changed = (part: Record<string, string>, place = pathname) =>
    `${new URL(place, origin).pathname}?${new URLSearchParams({ ...Object.fromEntries(searchParams), ...part })}`;
  await turnBadges(true, 'acme/other');
  const other = await ensureProject(service.resources.database, 'acme/other');
  const none = await show('/api/v1/badges/prj_none/badge.svg?suite=a&branch=b&token=c');
  expect(none.body).toContain('unknown');
  for (const wrong of [
    changed({ token: 'x' }),
    changed({ token: '' }),
    changed({ suite: 'tables' }),
    changed({ branch: 'feature' }),
    // The end of one name as the beginning of the next.
    changed({ suite: 'for', branch: 'ms-main' }),
    changed({}, `/api/v1/badges/${other.id}/badge.svg`),
  ]) {
    const answer = await show(wrong);
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([
      200,
      none.body,
      none.headers.etag,
    ]);
  }
  await turnBadges(false);
  expect((await show(path)).body).toBe(none.body);
  const { body } = await service.ask<Badge>('GET', '/api/v1/badge?suite=forms&branch=main');
  expect(body).toEqual({ url: null });
  // Turned on again, it has other addresses.
  await turnBadges(true);
  expect((await show(path)).body).toBe(none.body);
  expect(await stateAt(await pathOf('forms', 'main'))).toBe('pending');
});

test('badges are off unless somebody turns them on, and a missing suite is told to members alone', async () => {
  const foreign = await service.newKey('acme/fresh');
  const { body } = await service.ask('GET', '/api/v1/settings', undefined, foreign);
  expect(body).toMatchObject({ badges: false });
  const missing = await service.ask('GET', '/api/v1/badge?suite=none&branch=main');
  expect(missing).toMatchObject({ status: 404, body: { error: { code: 'SUITE_NOT_FOUND' } } });
});
