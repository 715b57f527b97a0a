import type { AuditEntry, Capture, Diff, LiveEvent, Role, Thread } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createWebSession, insertPerson } from '../store/accounts/people.js';
import { saveMember } from '../store/organisations/organisations.js';

type Person = { id: string; headers: Record<string, string> };

let service: TestService;
let people: Record<'ada' | 'grace' | 'owner' | 'viewer' | 'stranger', Person>;
beforeAll(async () => {
  service = await startTestService();
  people = {
    ada: await person('Ada Lovelace', 'reviewer'),
    grace: await person('Grace Hopper', 'reviewer'),
    owner: await person('Olga', 'owner'),
    viewer: await person('Mary', 'viewer'),
    stranger: await person('Eve', null),
  };
});
afterAll(() => service?.stop());

async function person(name: string, role: Role | null): Promise<Person> {
  const { database } = service.resources;
  const made = await insertPerson(database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  if (role) await saveMember(database, { org: 'acme', userId: made.id, role });
  const session = await createWebSession(database, made.id, 1, null);
  const headers = {
    cookie: `svc_session=${session}`,
    origin: 'http://localhost',
    host: 'localhost',
    'x-svc-project': 'acme/web',
  };
  return { id: made.id, headers };
}

async function ask<Body = Thread>(
  { headers }: Pick<Person, 'headers'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers,
    ...(method === 'POST' ? { payload: payload ?? {} } : {}),
  });
  return { status: answer.statusCode, body: answer.json() as Body & { error?: { code: string } } };
}

let suites = 0;
const newSuite = () => `talk ${++suites}`;

async function build(suite: string, red: number, options: object = {}): Promise<Diff> {
  const created = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch: 'topic',
    commit: red.toString(16).padStart(7, 'a'),
    snapshots: [{ name: 'card' }],
    ...options,
  });
  const path = `/api/v1/snapshots?captureId=${created.body.id}&name=card`;
  expect((await service.upload(path, image(red), 'image/png')).status).toBe(200);
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: created.body.id });
  return settled(service, 'diffs', made.body.id);
}

const start = (by: Person, diff: Diff, body: object = {}) =>
  ask(by, 'POST', `/diffs/${diff.id}/threads`, { name: 'card', text: 'Why?', ...body });
const threadsOf = async (diff: Diff, by: Person = people.viewer) =>
  (await ask<{ threads: Thread[] }>(by, 'GET', `/diffs/${diff.id}/threads`)).body.threads;
const textsOf = (thread: Thread | undefined) => thread?.comments.map(({ text }) => text);

test('a thread is begun, answered, edited, resolved, reopened and deleted', async () => {
  const diff = await build(newSuite(), 10);
  const { ada, grace, viewer } = people;
  const pin = { x: 3, y: 4, width: 5, height: 6 };
  const begun = await start(ada, diff, { pin, text: ' Is this\r\nmeant? ' });
  expect(begun).toMatchObject({
    status: 200,
    body: {
      diffId: diff.id,
      name: 'card',
      viewport: null,
      browser: null,
      pin,
      imageHash: diff.results[0]?.headHash,
      resolvedBy: null,
      comments: [{ author: 'user:Ada Lovelace', text: 'Is this\nmeant?', editedAt: null, isOwn: true }],
    },
  });
  const { id } = begun.body;
  const answered = await ask(grace, 'POST', `/threads/${id}/comments`, { text: 'Yes' });
  expect(answered.body.comments.map(({ author, isOwn }) => [author, isOwn])).toEqual([
    ['user:Ada Lovelace', false],
    ['user:Grace Hopper', true],
  ]);
  const [first, second] = answered.body.comments.map((comment) => comment.id);
  const edited = await ask(ada, 'POST', `/comments/${first}`, { text: 'Is it?' });
  expect(textsOf(edited.body)).toEqual(['Is it?', 'Yes']);
  expect(edited.body.comments[0]?.editedAt).not.toBeNull();

  const resolved = await ask(grace, 'POST', `/threads/${id}/resolve`);
  expect(resolved.body).toMatchObject({ resolvedBy: 'user:Grace Hopper', resolvedAt: expect.any(String) });
  const again = await ask(ada, 'POST', `/threads/${id}/resolve`);
  expect(again.body.resolvedBy).toBe('user:Grace Hopper');
  expect((await ask(ada, 'POST', `/threads/${id}/reopen`)).body.resolvedBy).toBeNull();

  expect((await ask(ada, 'DELETE', `/comments/${first}`)).status).toBe(200);
  expect((await threadsOf(diff)).map(textsOf)).toEqual([['Yes']]);
  expect((await ask(grace, 'DELETE', `/comments/${second}`)).status).toBe(200);
  expect(await threadsOf(diff, viewer)).toEqual([]);
  expect((await ask(ada, 'POST', `/threads/${id}/reopen`)).body.error?.code).toBe('THREAD_NOT_FOUND');

  const audit = await ask<{ entries: AuditEntry[] }>(people.owner, 'GET', '/audit?kind=comment');
  expect(audit.body.entries.map(({ action, actor }) => `${actor} ${action}`).reverse()).toEqual([
    'user:Ada Lovelace comment.added',
    'user:Grace Hopper comment.added',
    'user:Ada Lovelace comment.edited',
    'user:Grace Hopper comment.resolved',
    'user:Ada Lovelace comment.reopened',
    'user:Ada Lovelace comment.deleted',
    'user:Grace Hopper comment.deleted',
  ]);
  expect(JSON.stringify(audit.body.entries)).not.toContain('Is it?');
});

describe('who may do what', () => {
  test('a viewer cannot write; non-members get 404', async () => {
    const diff = await build(newSuite(), 20);
    const { body } = await start(people.ada, diff);
    const comment = body.comments[0]?.id;
    const writes = [
      [`/diffs/${diff.id}/threads`, { name: 'card', text: 'x' }],
      [`/threads/${body.id}/comments`, { text: 'x' }],
      [`/threads/${body.id}/resolve`, {}],
      [`/threads/${body.id}/reopen`, {}],
      [`/comments/${comment}`, { text: 'x' }],
    ] as const;
    for (const [path, given] of writes) {
      expect([path, (await ask(people.viewer, 'POST', path, given)).status]).toEqual([path, 403]);
      expect([path, (await ask(people.stranger, 'POST', path, given)).status]).toEqual([path, 404]);
    }
    expect((await ask(people.viewer, 'DELETE', `/comments/${comment}`)).status).toBe(403);
    expect(await threadsOf(diff)).toMatchObject([{ resolvedBy: null, comments: [{ text: 'Why?' }] }]);
  });

  test("nobody edits another's comment; a maintainer deletes it", async () => {
    const diff = await build(newSuite(), 30);
    const { body } = await start(people.ada, diff);
    const path = `/comments/${body.comments[0]?.id}`;
    for (const other of [people.grace, people.owner]) {
      const refused = await ask(other, 'POST', path, { text: 'I was here' });
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await ask(people.grace, 'DELETE', path)).status).toBe(403);
    expect((await threadsOf(diff)).map(textsOf)).toEqual([['Why?']]);
    expect((await ask(people.owner, 'DELETE', path)).status).toBe(200);
    expect(await threadsOf(diff)).toEqual([]);
  });

  test('a namesake is somebody else', async () => {
    const namesake = await person('Ada Lovelace', 'reviewer');
    const diff = await build(newSuite(), 40);
    const { body } = await start(people.ada, diff);
    const path = `/comments/${body.comments[0]?.id}`;
    expect((await ask(namesake, 'POST', path, { text: 'x' })).status).toBe(403);
    expect((await threadsOf(diff, namesake))[0]?.comments[0]?.isOwn).toBe(false);
    expect((await threadsOf(diff, people.ada))[0]?.comments[0]?.isOwn).toBe(true);
    await service.resources.database.deleteFrom('members').where('userId', '=', namesake.id).execute();
  });

  test('a key comments with its scope, under its name', async () => {
    const diff = await build(newSuite(), 50);
    const made = await service.ask<Thread>('POST', `/api/v1/diffs/${diff.id}/threads`, {
      name: 'card',
      text: 'From CI',
    });
    expect(made.body.comments).toMatchObject([{ author: expect.stringMatching(/^key:/), isOwn: true }]);
  });
});

describe('mentions', () => {
  test('name members of the organization only, as often as the text does', async () => {
    const diff = await build(newSuite(), 60);
    const begun = await start(people.grace, diff, {
      text: '@Ada Lovelace and @Eve, ask @Mary or mary@Mary.example',
    });
    const mentioned = (thread: Thread) => thread.comments[0]?.mentions.map(({ name }) => name);
    expect(mentioned(begun.body)).toEqual(['Ada Lovelace', 'Mary']);
    const path = `/comments/${begun.body.comments[0]?.id}`;
    const edited = await ask(people.grace, 'POST', path, { text: '@Mary, @Grace Hopper' });
    expect(mentioned(edited.body)).toEqual(['Grace Hopper', 'Mary']);
  });
});

describe('threads of a branch (R51)', () => {
  test('follow to later builds until they are resolved, and to no other branch', async () => {
    const suite = newSuite();
    const first = await build(suite, 70);
    const open = (await start(people.ada, first, { text: 'open' })).body;
    const solved = (await start(people.ada, first, { text: 'solved' })).body;
    await ask(people.ada, 'POST', `/threads/${solved.id}/resolve`);
    const second = await build(suite, 80);
    const other = await build(suite, 90, { branch: 'other' });
    const late = (await start(people.ada, first, { text: 'late' })).body;
    const titles = async (diff: Diff) => (await threadsOf(diff)).flatMap(textsOf);
    expect(await titles(first)).toEqual(['open', 'solved', 'late']);
    expect(await titles(second)).toEqual(['open', 'late']);
    expect(await titles(other)).toEqual([]);
    await ask(people.ada, 'POST', `/threads/${open.id}/resolve`);
    await ask(people.ada, 'POST', `/threads/${late.id}/resolve`);
    const third = await build(suite, 100);
    expect(await titles(second)).toEqual(['open', 'late']);
    expect(await titles(third)).toEqual([]);
    await ask(people.ada, 'POST', `/threads/${solved.id}/reopen`);
    expect(await titles(third)).toEqual(['solved']);
    const own = await start(people.ada, third, { text: 'newest' });
    expect(await titles(second)).not.toContain('newest');
    expect((await titles(third)).sort()).toEqual(['newest', 'solved']);
    expect(own.status).toBe(200);
  });

  test('stay in the diff of an ephemeral build, and go with it', async () => {
    const suite = newSuite();
    const first = await build(suite, 110, { ephemeral: true });
    await start(people.ada, first);
    const second = await build(suite, 120, { ephemeral: true });
    const kept = await build(suite, 130);
    expect((await threadsOf(first)).length).toBe(1);
    expect(await threadsOf(second)).toEqual([]);
    expect(await threadsOf(kept)).toEqual([]);
    const { database } = service.resources;
    await sql`delete from diffs where id = ${first.id}`.execute(database);
    const { rows } = await sql`select from comment_threads where diff_id = ${first.id}`.execute(database);
    expect(rows).toEqual([]);
  });
});

test('what cannot be said is refused, and nothing is kept of it', async () => {
  const diff = await build(newSuite(), 140);
  const wrong: [object, string][] = [
    [{ text: '' }, 'VALIDATION_ERROR'],
    [{ text: ' \n ' }, 'VALIDATION_ERROR'],
    [{ text: 'x'.repeat(4_001) }, 'VALIDATION_ERROR'],
    [{ text: 'a\u0000' }, 'VALIDATION_ERROR'],
    [{ pin: { x: -1, y: 0 } }, 'VALIDATION_ERROR'],
    [{ pin: { x: 0.5, y: 0 } }, 'VALIDATION_ERROR'],
    [{ pin: { x: 0, y: 2_000_000 } }, 'VALIDATION_ERROR'],
    [{ name: 'elsewhere' }, 'SNAPSHOT_NOT_IN_DIFF'],
    [{ viewport: { width: 1, height: 1 } }, 'SNAPSHOT_NOT_IN_DIFF'],
    [{ browser: 'firefox' }, 'SNAPSHOT_NOT_IN_DIFF'],
  ];
  for (const [body, code] of wrong) {
    const { status, body: answer } = await start(people.ada, diff, body);
    expect([body, status, answer.error?.code]).toEqual([body, 400, code]);
  }
  expect((await ask(people.ada, 'POST', '/diffs/dif_none/threads', { name: 'card', text: 'x' })).status).toBe(
    404,
  );
  expect(await threadsOf(diff)).toEqual([]);
  expect((await start(people.ada, diff, { text: 'x'.repeat(4_000) })).status).toBe(200);
});

test('a list comes in pages, and neither threads nor comments are without end', async () => {
  const diff = await build(newSuite(), 150);
  const { body } = await start(people.ada, diff);
  for (const text of ['two', 'three']) await start(people.grace, diff, { text });
  const page = async (query: string) =>
    (
      await ask<{ threads: Thread[]; nextCursor: string | null }>(
        people.viewer,
        'GET',
        `/diffs/${diff.id}/threads?${query}`,
      )
    ).body;
  const first = await page('limit=2');
  const second = await page(`limit=2&cursor=${first.nextCursor}`);
  expect([...first.threads, ...second.threads].flatMap(textsOf)).toEqual(['Why?', 'two', 'three']);
  expect(second.nextCursor).toBeNull();

  const { database } = service.resources;
  await sql`
    insert into comments (id, thread_id, author, author_id, text)
    select 'cmt_many' || n, ${body.id}, 'user:x', 'user:x', 'x' from generate_series(1, 199) n`.execute(
    database,
  );
  const refused = await ask(people.ada, 'POST', `/threads/${body.id}/comments`, { text: 'one more' });
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'QUOTA_EXCEEDED']);
  await sql`
    insert into comment_threads (id, project_id, suite_id, diff_id, namespace, ephemeral, name, viewport, browser)
    select 'thr_many' || n, project_id, suite_id, id, '', false, 'card', '', '' from diffs, generate_series(1, 997) n
    where id = ${diff.id}`.execute(database);
  const full = await start(people.ada, diff);
  expect([full.status, full.body.error?.code]).toEqual([403, 'QUOTA_EXCEEDED']);
});

test('comments are told to open pages of the branch, at once', async () => {
  const suite = newSuite();
  const first = await build(suite, 160);
  const second = await build(suite, 170);
  const elsewhere = await build(suite, 180, { branch: 'other' });
  const { database, live } = service.resources;
  const { id: suiteId } = await database
    .selectFrom('suites')
    .select('id')
    .where('name', '=', suite)
    .executeTakeFirstOrThrow();
  const patient = { timeout: 60_000 };
  const watch = async ({ id: diffId, branch }: Diff) => {
    const kinds: LiveEvent['kind'][] = [];
    const watched = { diffId, suiteId, branches: [branch ?? ''], person: null };
    const watcher = { send: ({ kind }: LiveEvent) => kinds.push(kind), end: () => {} };
    await expect.poll(() => live.watch(watched, watcher), patient).not.toBeNull();
    return kinds;
  };
  const [ofFirst, ofSecond, ofOther] = [await watch(first), await watch(second), await watch(elsewhere)];
  await start(people.ada, first);
  await expect.poll(() => [ofFirst, ofSecond], patient).toEqual([['commented'], ['commented']]);
  expect(ofOther).toEqual([]);
});
