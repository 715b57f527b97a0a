import type { Diff, ErrorBody, IgnoreArea, Role, SnapshotDiffResult } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createWebSession, insertPerson } from '../store/accounts/people.js';
import { saveMember } from '../store/organisations/organisations.js';

type Headers = Record<string, string>;

let service: TestService;
let people: Record<'ada' | 'grace' | 'viewer' | 'stranger', Headers>;
beforeAll(async () => {
  service = await startTestService();
  people = {
    ada: await person('Ada Lovelace', 'reviewer'),
    grace: await person('Grace Hopper', 'reviewer'),
    viewer: await person('Mary Somerville', 'viewer'),
    stranger: await person('Eve', null),
  };
});
afterAll(() => service?.stop());

async function person(name: string, role: Role | null): Promise<Headers> {
  const { database } = service.resources;
  const made = await insertPerson(database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  if (role) await saveMember(database, { org: 'acme', userId: made.id, role });
  const session = await createWebSession(database, made.id, 1, null);
  return {
    cookie: `svc_session=${session}`,
    origin: 'http://localhost',
    host: 'localhost',
    'x-svc-project': 'acme/web',
  };
}

async function ask<Body = IgnoreArea>(
  headers: Headers,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
) {
  const url = `/api/v1${path}`;
  const answer = await service.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() as Body & Partial<ErrorBody> };
}

const box = { x: 0, y: 0, width: 10, height: 4 };

async function add(options: object, by = people.ada): Promise<IgnoreArea> {
  const { status, body } = await ask(by, 'POST', '/ignore-areas', {
    scope: 'snapshot',
    name: 'page',
    box,
    label: 'Clock',
    ...options,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const size = { width: 40, height: 20 };

/** A page with a clock in its upper left corner and a block of content in the lower half. */
const page = (time: number, content = 0): Buffer =>
  image((x, y) => {
    if (x < 10 && y < 4) return time;
    return x >= 20 && x < 30 && y >= 10 ? content : 255;
  }, size);

let uploads = 0;
const commit = () => (uploads++).toString(16).padStart(40, '0');
let suites = 0;
const newSuite = () => `noisy ${++suites}`;

/** A build of its own, on a commit that nobody had. */
async function upload(suite: string, png: Buffer, fields: object = {}): Promise<SnapshotDiffResult> {
  const query = new URLSearchParams({
    name: 'page',
    suite,
    branch: 'main',
    commit: commit(),
    baselineRef: 'main',
    ...fields,
  });
  const { status, body } = await service.upload(`/api/v1/snapshots?${query}`, png, 'image/png');
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SnapshotDiffResult;
}

/** A suite whose page is approved with the clock at 0. */
async function approvedSuite(): Promise<string> {
  const suite = newSuite();
  await upload(suite, page(0), { autoApprove: 'true' });
  return suite;
}

async function compareAgain(diffId: string): Promise<Diff> {
  await service.ask('POST', `/api/v1/diffs/${diffId}/rediff`, {});
  return settled(service, 'diffs', diffId);
}

const decide = (diffId: string, decision: 'approve' | 'reject' | 'revoke', by = people.ada) =>
  ask<object>(by, 'POST', `/diffs/${diffId}/${decision}`, { snapshots: ['page'] });

describe('an ignore area', () => {
  test('is left out of later comparisons on both images, and named in their results', async () => {
    const suite = await approvedSuite();
    expect(await upload(suite, page(50))).toMatchObject({ status: 'changed', ignored: null });
    const { id } = await add({ suite });
    expect(await upload(suite, page(90))).toMatchObject({
      status: 'unchanged',
      ignored: { regions: [{ ...box, area: { id, label: 'Clock' } }], percentage: 5, isLarge: false },
    });
    expect(await upload(suite, page(90, 9))).toMatchObject({ status: 'changed' });
  });

  test('counts for a diff that is compared again, and no longer once it is removed', async () => {
    const suite = await approvedSuite();
    const { diffId } = await upload(suite, page(50));
    const { id } = await add({ suite });
    expect(await compareAgain(diffId)).toMatchObject({ conclusion: 'success', counts: { unchanged: 1 } });
    expect((await ask(people.grace, 'DELETE', `/ignore-areas/${id}`)).status).toBe(200);
    expect(await compareAgain(diffId)).toMatchObject({
      conclusion: 'failure',
      results: [{ status: 'changed', approvalStatus: 'pending', ignored: null }],
    });
    expect(await upload(suite, page(60))).toMatchObject({ status: 'changed', approvalStatus: 'pending' });
  });

  test('ends when it expires, or when somebody says so', async () => {
    const suite = await approvedSuite();
    const { id, isExpired } = await add({
      suite,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(isExpired).toBe(false);
    expect(await upload(suite, page(50))).toMatchObject({ status: 'unchanged' });
    await sql`update ignore_areas set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      service.resources.database,
    );
    expect(await upload(suite, page(60))).toMatchObject({ status: 'changed', ignored: null });
    const { body } = await ask<{ areas: IgnoreArea[] }>(
      people.viewer,
      'GET',
      `/ignore-areas?suite=${encodeURIComponent(suite)}`,
    );
    expect(body.areas).toMatchObject([{ id, isExpired: true }]);
    const again = await ask(people.grace, 'POST', `/ignore-areas/${id}`, { expiresAt: null, label: 'Time' });
    expect(again.body).toMatchObject({ isExpired: false, expiresAt: null, label: 'Time', box });
    expect(await upload(suite, page(70))).toMatchObject({ status: 'unchanged' });
  });

  test.each<[string, object, Record<string, boolean>]>([
    [
      'one snapshot',
      { scope: 'snapshot', viewport: { width: 320, height: 200 }, browser: 'firefox' },
      { same: true, otherBrowser: false, otherName: false },
    ],
    [
      'all of its viewports and browsers',
      { scope: 'name' },
      { same: true, otherBrowser: true, otherName: false },
    ],
    ['the suite', { scope: 'suite', name: null }, { same: true, otherBrowser: true, otherName: true }],
  ])('is of %s', async (_what, scope, covered) => {
    const suite = newSuite();
    const slots = {
      same: { viewport: '320x200', browser: 'firefox' },
      otherBrowser: { viewport: '320x200', browser: 'webkit' },
      otherName: { name: 'other' },
    };
    for (const slot of Object.values(slots)) await upload(suite, page(0), { ...slot, autoApprove: 'true' });
    await add({ suite, ...scope });
    for (const [key, slot] of Object.entries(slots)) {
      expect(await upload(suite, page(50), slot), key).toMatchObject({
        status: covered[key] ? 'unchanged' : 'changed',
      });
    }
  });

  test('hides neither a new snapshot nor one that is gone', async () => {
    const suite = newSuite();
    await upload(suite, page(0));
    await add({ suite, scope: 'suite', name: null, box: { x: 0, y: 0, width: 99, height: 99 } });
    expect(await upload(suite, page(0), { name: 'fresh' })).toMatchObject({ status: 'new', ignored: null });
    await upload(suite, page(0), { name: 'gone', autoApprove: 'true' });
    const { body } = await service.ask<{ id: string }>('POST', '/api/v1/captures', {
      suite,
      branch: 'main',
      commit: commit(),
      snapshots: [],
      complete: true,
    });
    const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: body.id });
    const diff = await settled(service, 'diffs', made.body.id);
    expect(diff.results.find(({ name }) => name === 'gone')).toMatchObject({
      status: 'removed',
      ignored: null,
    });
  });
});

describe('a decision', () => {
  test.each(['approve', 'reject'] as const)('to %s stays what it is', async (decision) => {
    const suite = await approvedSuite();
    const { diffId } = await upload(suite, page(50), { branch: 'topic' });
    await decide(diffId, decision);
    const before = await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`);
    await add({ suite }, people.grace);
    const after = await compareAgain(diffId);
    const decided = ({ results }: Diff) =>
      results.map(({ status, approvalStatus, decidedBy, ignored }) => [
        status,
        approvalStatus,
        decidedBy,
        ignored,
      ]);
    expect(decided(after)).toEqual(decided(before.body));
    expect(decided(after)[0]?.[0]).toBe('changed');
    // The same change in the next build of the branch, too.
    const next = await upload(suite, page(50), { branch: 'topic' });
    expect(next).toMatchObject(
      decision === 'reject' ? { status: 'changed', approvalStatus: 'rejected' } : { status: 'unchanged' },
    );
    // Taken back, it is a change like any other.
    await decide(diffId, 'revoke');
    expect((await compareAgain(diffId)).results[0]).toMatchObject({ status: 'unchanged' });
  });

  test('is not made: the approved look stays the baseline', async () => {
    const suite = await approvedSuite();
    const { id } = await add({ suite });
    for (const time of [10, 20, 30]) await upload(suite, page(time));
    await ask(people.ada, 'DELETE', `/ignore-areas/${id}`);
    expect(await upload(suite, page(0))).toMatchObject({ status: 'unchanged', diffPercentage: 0 });
    expect(await upload(suite, page(30))).toMatchObject({ status: 'changed', approvalStatus: 'pending' });
  });
});

describe('access', () => {
  test('reviewers add, change and remove; viewers look; strangers see nothing', async () => {
    const suite = await approvedSuite();
    const { id } = await add({ suite });
    for (const [who, status] of [
      ['viewer', 403],
      ['stranger', 404],
    ] as const) {
      const of = people[who];
      const body = { suite, scope: 'suite', box, label: 'x' };
      expect((await ask(of, 'POST', '/ignore-areas', body)).status).toBe(status);
      expect((await ask(of, 'POST', `/ignore-areas/${id}`, { label: 'x' })).status).toBe(status);
      expect((await ask(of, 'DELETE', `/ignore-areas/${id}`)).status).toBe(status);
      expect((await ask(of, 'GET', '/ignore-areas')).status).toBe(who === 'viewer' ? 200 : 404);
    }
    const [one, other] = await Promise.all(
      [people.ada, people.grace].map((by) => ask(by, 'DELETE', `/ignore-areas/${id}`)),
    );
    expect([one?.status, other?.status].sort()).toEqual([200, 404]);
    const { rows } = await sql<{ action: string; actor: string; details: { label: string } }>`
      select action, actor, details from audit_log where target = ${id} order by id`.execute(
      service.resources.database,
    );
    expect(rows.map(({ action }) => action)).toEqual(['ignore-area.added', 'ignore-area.removed']);
    expect(rows[0]).toMatchObject({ actor: 'user:Ada Lovelace', details: { suite, label: 'Clock', box } });
  });

  test.each<[string, object]>([
    ['both a box and an element', { box, element: 'time' }],
    ['neither', { box: null }],
    ['an element that no record can find', { box: null, element: 'a > b' }],
    ['no width', { box: { ...box, width: 0 } }],
    ['no name', { name: null }],
    ['a name for the whole suite', { scope: 'suite' }],
    ['a browser of every browser', { scope: 'name', browser: 'firefox' }],
    ['an expiry that is not a time', { expiresAt: 'tomorrow' }],
    ['an empty label', { label: ' ' }],
  ])('%s is refused', async (_what, wrong) => {
    const suite = await approvedSuite();
    const { status, body } = await ask(people.ada, 'POST', '/ignore-areas', {
      suite,
      scope: 'snapshot',
      name: 'page',
      box,
      label: 'Clock',
      ...wrong,
    });
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

test('pixels outside equal are unchanged, one that differs is changed', async () => {
  const [width, height] = [8, 6];
  const someBox = fc.record({
    x: fc.nat(width),
    y: fc.nat(height),
    width: fc.integer({ min: 1, max: 5 }),
    height: fc.integer({ min: 1, max: 5 }),
  });
  const someArea = fc.record({ box: someBox, isStanding: fc.boolean(), isOther: fc.boolean() });
  const suite = newSuite();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(someArea, { maxLength: 3 }),
      fc.uniqueArray(fc.nat(width * height - 1), { minLength: 1, maxLength: 3 }),
      async (areas, changed) => {
        const name = `page ${++round}`;
        const draw = (isHead: boolean) =>
          image((x, y) => (isHead && changed.includes(y * width + x) ? 255 : 0), { width, height });
        await upload(suite, draw(false), { name, autoApprove: 'true' });
        for (const { box, isStanding, isOther } of areas) {
          const { id } = await add({ suite, name: isOther ? 'elsewhere' : name, box });
          if (!isStanding) await ask(people.ada, 'DELETE', `/ignore-areas/${id}`);
        }
        const standing = areas.filter(({ isStanding, isOther }) => isStanding && !isOther);
        const isIgnored = (pixel: number) =>
          standing.some(({ box: { x, y, width: w, height: h } }) => {
            const [column, row] = [pixel % width, Math.floor(pixel / width)];
            return column >= x && column < x + w && row >= y && row < y + h;
          });
        const answer = await upload(suite, draw(true), { name, threshold: '0', antiAliasing: 'false' });
        expect(answer.status).toBe(changed.every(isIgnored) ? 'unchanged' : 'changed');
        const counted = changed.filter((pixel) => !isIgnored(pixel)).length;
        expect(answer.diffPercentage).toBeCloseTo((counted / (width * height)) * 100);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
