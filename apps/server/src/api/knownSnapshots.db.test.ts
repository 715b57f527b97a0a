import type { Capture, Diff, ErrorBody, SnapshotBatchEntry, SnapshotDiffResult } from '@svc/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image, imageHash } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { defaultRateLimits, minute } from '../domain/access/rateLimits.js';
import { insertApiKey } from '../store/keys/apiKeys.js';
import { ensureProject } from '../store/projects/projects.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await approveThree();
});
afterAll(() => service.stop());

const path = '/api/v1/snapshots/known';
const runOf = (sessionId: string, commit = 'c0ffee1') => ({
  sessionId,
  suite: 'batch',
  branch: 'main',
  commit,
});

const send = (run: object, snapshots: object[], more: object = {}) =>
  service.ask<{ snapshots: SnapshotBatchEntry[] } & ErrorBody>('POST', path, { ...run, ...more, snapshots });
const upload = async (run: object, name: string, red: number, more: object = {}) => {
  const query = new URLSearchParams({ ...run, name, ...more });
  const answer = await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
  expect(answer.status).toBe(200);
  return answer.body as SnapshotDiffResult;
};
const complete = (sessionId: string) =>
  service.ask('POST', `/api/v1/sessions/${sessionId}/complete`, { exitCode: 0 });

/** Status, approval and error of each entry. */
const told = (entries: readonly SnapshotBatchEntry[]) =>
  entries.map(({ result, error }) => error?.code ?? `${result?.status} ${result?.approvalStatus}`);

/** A completed session in which three looks were approved. */
async function approveThree(): Promise<void> {
  const run = { ...runOf('ses_base', 'c0ffee0'), autoApprove: 'true' };
  for (const [name, red] of Object.entries({ a: 0, b: 120, c: 240 })) await upload(run, name, red);
  expect((await complete('ses_base')).status).toBe(200);
}

test('a batch compares what the project has, and names what it lacks', async () => {
  const run = runOf('ses_first');
  const { status, body } = await send(run, [
    { name: 'a', hash: imageHash(0) },
    { name: 'lacking', hash: imageHash(99) },
    { name: 'b', hash: imageHash(240), path: ['page', 'b'], metadata: { retry: 0 } },
    { name: 'b', hash: imageHash(120), browser: 'firefox' },
    { name: 'c', hash: imageHash(240), testId: 'c.spec.ts > c' },
  ]);
  expect(status).toBe(200);
  expect(told(body.snapshots)).toEqual([
    'unchanged approved',
    'IMAGE_NOT_FOUND',
    'changed pending',
    'new pending',
    'unchanged approved',
  ]);
  const changed = body.snapshots[2]?.result;
  expect(changed).toMatchObject({
    path: ['page', 'b'],
    baselineStorageKey: imageHash(120),
    diffPercentage: 100,
  });
  await complete('ses_first');
  const { body: capture } = await service.ask<Capture>('GET', `/api/v1/captures/${changed?.captureId}`);
  expect(capture.snapshots.map(({ name, browser }) => [name, browser])).toEqual([
    ['a', null],
    ['b', null],
    ['b', 'firefox'],
    ['c', null],
  ]);
  expect(capture.snapshots[1]?.metadata).toEqual({ retry: 0 });
  expect(capture.completedSnapshots).toBe(4);
});

test('a batch answers as single uploads do', async () => {
  const looks = { a: 0, b: 240, fresh: 120 };
  const single = [];
  for (const [name, red] of Object.entries(looks))
    single.push(await upload(runOf('ses_single', 'c0ffee2'), name, red));
  const { body } = await send(
    runOf('ses_batch', 'c0ffee3'),
    Object.entries(looks).map(([name, red]) => ({ name, hash: imageHash(red) })),
  );
  const ownIds = { diffId: expect.any(String), captureId: expect.any(String) };
  expect(body.snapshots).toEqual(single.map((result) => ({ result: { ...result, ...ownIds }, error: null })));
});

const anySnapshot = fc.record(
  {
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    browser: fc.constantFrom('firefox', 'webkit'),
    // Those of the base, and others.
    red: fc.constantFrom(0, 120, 240, 60, 180),
    testId: fc.constantFrom('one', 'other'),
    threshold: fc.constantFrom(0, 1),
    path: fc.constantFrom(['page'], ['page', 'part']),
  },
  { requiredKeys: ['name', 'red'] },
);
type AnySnapshot = typeof anySnapshot extends fc.Arbitrary<infer Value> ? Value : never;
const anyBatch = fc.uniqueArray(anySnapshot, {
  selector: ({ name, browser }) => `${name} ${browser}`,
  minLength: 1,
  maxLength: 8,
});
let built = 0;

/** One after the other, with what refuses one of them in its place. */
async function uploadEach(run: object, batch: readonly AnySnapshot[]): Promise<SnapshotBatchEntry[]> {
  const entries: SnapshotBatchEntry[] = [];
  for (const { red, threshold, path, ...fields } of batch) {
    const query = new URLSearchParams({
      ...run,
      ...fields,
      ...(threshold !== undefined && { threshold: String(threshold) }),
      ...(path && { path: JSON.stringify(path) }),
    });
    const answer = await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
    const { error } = answer.body as ErrorBody;
    if (error && error.code !== 'SNAPSHOT_DUPLICATE') throw new Error(JSON.stringify(error));
    entries.push(
      error
        ? { result: null, error: { code: 'SNAPSHOT_DUPLICATE', message: error.message } }
        : { result: answer.body as SnapshotDiffResult, error: null },
    );
  }
  return entries;
}

/** What a session answers to batches, and what it ends with. */
async function outcomeOf(batches: readonly (readonly AnySnapshot[])[], as: 'batches' | 'singles') {
  built += 1;
  const run = {
    ...runOf(`ses_any_${built}`, built.toString(16).padStart(7, 'b')),
    // Of its own, so that it carries nothing that the other has shown.
    branch: `any-${built}`,
    baselineRef: 'main',
  };
  const answers: SnapshotBatchEntry[][] = [];
  for (const batch of batches) {
    if (as === 'singles') answers.push(await uploadEach(run, batch));
    else {
      const named = batch.map(({ red, ...fields }) => ({ ...fields, hash: imageHash(red) }));
      answers.push((await send(run, named)).body.snapshots);
    }
  }
  const { captureId, diffId } = answers.flat().flatMap(({ result }) => result ?? [])[0] as SnapshotDiffResult;
  const review = async () => (await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`)).body;
  const before = await review();
  await complete(run.sessionId);
  const { body: capture } = await service.ask<Capture>('GET', `/api/v1/captures/${captureId}`);
  const ownIds = (answer: unknown): unknown =>
    JSON.parse(
      JSON.stringify(answer, (key, value) => (/^(uploadedAt|flakeCount)$/.test(key) ? undefined : value))
        .replaceAll(captureId, 'capture')
        .replaceAll(diffId, 'diff'),
    );
  return ownIds({
    answers,
    before: before.results,
    after: (await review()).results,
    snapshots: capture.snapshots,
  });
}

test('batches are recorded as single uploads are, whatever came before them', async () => {
  for (const red of [60, 180]) await upload(runOf('ses_shades', 'c0ffeeb'), `shade ${red}`, red);
  await complete('ses_shades');
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyBatch, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (batches, isFirst) => {
        const first = await outcomeOf(batches, isFirst ? 'batches' : 'singles');
        const second = await outcomeOf(batches, isFirst ? 'singles' : 'batches');
        expect(second).toEqual(first);
      },
    ),
    { numRuns: 12 },
  );
});

test('another test with the name of a snapshot is refused alone; a retry replaces it', async () => {
  const run = runOf('ses_tests', 'c0ffee4');
  await send(run, [{ name: 'a', hash: imageHash(0), testId: 'first' }]);
  const { body } = await send(run, [
    { name: 'a', hash: imageHash(120), testId: 'second' },
    { name: 'b', hash: imageHash(120), testId: 'second' },
  ]);
  expect(told(body.snapshots)).toEqual(['SNAPSHOT_DUPLICATE', 'unchanged approved']);
  expect(body.snapshots[0]?.error?.message).toContain('"first" and "second"');
  const retry = await send(run, [{ name: 'a', hash: imageHash(240), testId: 'first' }]);
  expect(told(retry.body.snapshots)).toEqual(['changed pending']);
  const { body: diff } = await service.ask<Diff>(
    'GET',
    `/api/v1/diffs/${retry.body.snapshots[0]?.result?.diffId}`,
  );
  expect(diff.results.map(({ name, status }) => [name, status])).toEqual([
    ['a', 'changed'],
    ['b', 'unchanged'],
  ]);
});

test('one slot twice in a batch is refused, and so are batches that are empty or too long', async () => {
  const run = runOf('ses_bad', 'c0ffee5');
  const [a, b] = [
    { name: 'a', hash: imageHash(0) },
    { name: 'b', hash: imageHash(0) },
  ];
  const many = Array.from({ length: 501 }, (_, index) => ({ name: `n${index}`, hash: imageHash(0) }));
  for (const snapshots of [[a, b, a], [], many, [{ name: 'a' }]]) {
    const { status, body } = await send(run, snapshots);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  }
  const { sessionId: _, ...withoutSession } = run;
  expect((await send(withoutSession, [a])).status).toBe(400);
  expect((await service.ask('GET', '/api/v1/sessions/ses_bad')).status).toBe(404);
});

test('a batch belongs to the commit and branch of its session, and to none that has ended', async () => {
  const entry = { name: 'a', hash: imageHash(0) };
  await send(runOf('ses_ended', 'c0ffee6'), [entry]);
  const codeOf = async (run: object) => (await send(run, [entry])).body.error.code;
  expect(await codeOf(runOf('ses_ended', 'c0ffee7'))).toBe('SESSION_MISMATCH');
  await complete('ses_ended');
  expect(await codeOf(runOf('ses_ended', 'c0ffee6'))).toBe('SESSION_COMPLETED');
});

test('images of another project are not known', async () => {
  const foreign = await service.newKey('acme/other');
  const body = { ...runOf('ses_foreign'), snapshots: [{ name: 'a', hash: imageHash(0) }] };
  const answer = await service.ask<{ snapshots: SnapshotBatchEntry[] }>('POST', path, body, foreign);
  expect(told(answer.body.snapshots)).toEqual(['IMAGE_NOT_FOUND']);
});

test('a batch approves itself where the key may review, and is refused where it may not', async () => {
  const body = {
    ...runOf('ses_auto', 'c0ffee8'),
    snapshots: [{ name: 'b', hash: imageHash(240) }],
    autoApprove: true,
  };
  const { database } = service.resources;
  const { id: projectId } = await ensureProject(database, 'acme/web');
  const key = { projectId, name: 'ci', scopes: ['upload' as const], createdBy: null, expiresInDays: null };
  const { secret } = await insertApiKey(database, key);
  expect((await service.ask('POST', path, body, secret)).status).toBe(403);
  const approved = await service.ask<{ snapshots: SnapshotBatchEntry[] }>('POST', path, body);
  expect(told(approved.body.snapshots)).toEqual(['changed approved']);
});

test('a snapshot that says how it is compared is compared so', async () => {
  const run = runOf('ses_terms', 'c0ffee9');
  const { body } = await send(run, [
    { name: 'a', hash: imageHash(120), threshold: 1 },
    { name: 'b', hash: imageHash(0) },
  ]);
  expect(told(body.snapshots)).toEqual(['unchanged approved', 'changed pending']);
  expect(await upload(run, 'c', 120, { threshold: '1', antiAliasing: 'false' })).toMatchObject({
    status: 'unchanged',
  });
  expect(await upload(run, 'c', 120)).toMatchObject({ status: 'changed' });
  const refused = await service.upload(
    `/api/v1/snapshots?${new URLSearchParams({ ...run, name: 'c', threshold: 'high' })}`,
    image(120),
    'image/png',
  );
  expect(refused.status).toBe(400);
});

test('a repeated batch is recorded once and answered alike', async () => {
  const payload = { ...runOf('ses_again', 'c0ffeea'), snapshots: [{ name: 'a', hash: imageHash(120) }] };
  const ask = () =>
    service.app.inject({
      method: 'POST',
      url: path,
      headers: { 'x-api-key': service.apiKey, 'idempotency-key': 'batch' },
      payload,
    });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test('a batch counts as one upload', async () => {
  const limited = await startTestService(undefined, {
    limits: { ...defaultRateLimits, snapshots: 2 },
    ...minute,
  });
  try {
    const ask = () =>
      limited.ask('POST', path, {
        ...runOf('ses_limited'),
        snapshots: Array.from({ length: 500 }, (_, index) => ({ name: `n${index}`, hash: imageHash(0) })),
      });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  } finally {
    await limited.stop();
  }
});
