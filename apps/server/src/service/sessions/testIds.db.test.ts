import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, inspect } from '@svc/image-diff';
import type { SnapshotFields } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { colorOf, image } from '../../../testing/image.js';
import { createDiskBlobs } from '../../store/blobs/disk.js';
import { listAttempts } from '../../store/captures/attempts.js';
import { findCaptureById, listSnapshots } from '../../store/captures/captures.js';
import { countFlakes } from '../../store/captures/flakes.js';
import type { Database } from '../../store/database.js';
import { listResults } from '../../store/diffs/results.js';
import { ensureProject } from '../../store/projects/projects.js';
import { answerOnce } from '../access/answerOnce.js';
import { accessProject, type ProjectAccess } from '../access/ProjectAccess.js';
import { CommitGraphs } from '../CommitGraphs.js';
import type { Resources } from '../Resources.js';
import { uploadAndCompare } from './uploadAndCompare.js';

// Two workers of one test run, each a process of its own, against what the database holds in the end (R47).

const program = fileURLToPath(new URL('../../../testing/programs/uploadSnapshots.mjs', import.meta.url));
let testDatabase: MigratedDatabase;
let folder: string;
let database: Database;
let resources: Resources;
let access: ProjectAccess;

beforeAll(async () => {
  const built = new URL('../../../dist/service/sessions/uploadAndCompare.js', import.meta.url);
  if (!existsSync(built)) throw new Error('These tests start built code: run `npx tsc -b` first.');
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'));
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  // Nothing else of the resources is part of an upload into a session that stays open.
  const blobs = await createDiskBlobs(folder);
  const commitGraphs = new CommitGraphs();
  resources = {
    database,
    blobs,
    commitGraphs,
    toPng: async () => null,
    inspect,
    compare,
  } as unknown as Resources;
  const project = await ensureProject(database, 'acme/web');
  const key = { keyId: '1', keyName: 'ci', project, binding: null };
  access = accessProject(project, { kind: 'key', ...key, scopes: ['upload'] }, { scopes: ['upload'] });
});
afterAll(async () => {
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const runOf = (sessionId: string) => ({
  sessionId,
  suite: sessionId,
  branch: 'main',
  commit: 'c0ffee1',
  baselineRef: 'main',
});

interface Upload {
  fields: SnapshotFields;
  hash: string;
  /** In base64. */
  png: string;
}

function uploadOf(fields: SnapshotFields, color: number): Upload {
  const png = image(colorOf(color));
  return { fields, hash: createHash('sha256').update(png).digest('hex'), png: png.toString('base64') };
}

const upload = ({ fields, hash, png }: Upload) =>
  uploadAndCompare(resources, access, fields, { hash, file: Buffer.from(png, 'base64') });

function start(task: { uploads: Upload[]; key?: string }): ChildProcess {
  const text = JSON.stringify({ access, ...task });
  return spawn(process.execPath, [program, testDatabase.connectionString, folder, text], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

const lineOf = async ({ stdout }: ChildProcess): Promise<string> =>
  String((await once(stdout as NonNullable<typeof stdout>, 'data'))[0]).trim();

/** Lets processes upload at the same time, each all of its uploads at once. */
async function race(...tasks: Upload[][]): Promise<string[][]> {
  const workers = tasks.map((uploads) => start({ uploads }));
  for (const worker of workers) expect(await lineOf(worker)).toBe('ready');
  for (const worker of workers) worker.stdin?.write('go\n');
  return Promise.all(workers.map(async (worker) => JSON.parse(await lineOf(worker))));
}

/** What is kept of a session's only suite. */
async function kept(sessionId: string) {
  const opened = await database
    .selectFrom('reviewSessionSuites')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow();
  return {
    capture: await findCaptureById(database, opened.captureId),
    snapshots: await listSnapshots(database, opened.captureId),
    earlier: await listAttempts(database, opened.captureId),
    results: await listResults(database, opened.diffId),
    flakes: (await countFlakes(database, opened.suiteId)).map(({ count }) => count),
  };
}

const count = 12;
const names = Array.from({ length: count }, (_, index) => `snapshot ${index}`);
const uploadsOf = (sessionId: string, testOf: (name: string) => string | undefined, color: number) =>
  names.map((name, index) => {
    const testId = testOf(name);
    return uploadOf({ ...runOf(sessionId), name, ...(testId ? { testId } : {}) }, color + index);
  });

test('of two tests that take snapshots of one name at once, each time one is refused and the other kept', async () => {
  const uploads = ['a', 'b'].map((file, index) =>
    uploadsOf('duplicates', (name) => `${file}.test.ts > ${name}`, 1_000 * index),
  );
  const ends = await race(...uploads);
  const { capture, snapshots, earlier, results, flakes } = await kept('duplicates');
  expect(snapshots.length).toBe(count);
  for (const [index, name] of names.entries()) {
    expect([ends[0]?.[index], ends[1]?.[index]].sort()).toEqual(['SNAPSHOT_DUPLICATE', 'new']);
    const winner = uploads[ends[0]?.[index] === 'new' ? 0 : 1]?.[index];
    const snapshot = snapshots.find((one) => one.name === name);
    expect([snapshot?.hash, snapshot?.testId]).toEqual([winner?.hash, winner?.fields.testId]);
  }
  expect([capture?.totalSnapshots, capture?.completedSnapshots, results.length]).toEqual([
    count,
    count,
    count,
  ]);
  expect([earlier, flakes]).toEqual([[], []]);
  await expect(
    upload(uploadOf({ ...runOf('duplicates'), name: 'snapshot 0', testId: 'third' }, 1)),
  ).rejects.toThrow(
    /Two tests took a snapshot named "snapshot 0": "[ab]\.test\.ts > snapshot 0" and "third"; give one/,
  );
});

test('retries of one test from two processes leave every attempt, and one flake for each slot', async () => {
  const attempts = [0, 1_000, 2_000].map((color) => uploadsOf('retries', (name) => name, color));
  const ends = await race(attempts[0] ?? [], [...(attempts[1] ?? []), ...(attempts[2] ?? [])]);
  expect(new Set(ends.flat())).toEqual(new Set(['new']));
  const { capture, snapshots, earlier, results, flakes } = await kept('retries');
  expect([capture?.totalSnapshots, capture?.completedSnapshots, results.length]).toEqual([
    count,
    count,
    count,
  ]);
  expect(flakes).toEqual(names.map(() => 1));
  for (const [index, name] of names.entries()) {
    const current = snapshots.find((one) => one.name === name);
    const before = earlier.filter((one) => one.name === name);
    expect([...before.map(({ attempt }) => attempt), current?.attempt]).toEqual([1, 2, 3]);
    expect(new Set([...before.map(({ hash }) => hash), current?.hash])).toEqual(
      new Set(attempts.map((uploads) => uploads[index]?.hash)),
    );
    expect(results.find((one) => one.name === name)?.headHash).toBe(current?.hash);
  }
});

test('the same image again is the same attempt, and other bytes of equal pixels are not a flake', async () => {
  const run = { ...runOf('same'), name: 'page' };
  const other = image(colorOf(7), { deflateLevel: 0 });
  await upload(uploadOf({ ...run, testId: 'one' }, 7));
  await upload(uploadOf(run, 7));
  const again = { hash: createHash('sha256').update(other).digest('hex'), png: other.toString('base64') };
  await upload({ fields: { ...run, testId: 'one' }, ...again });
  const { snapshots, earlier, flakes } = await kept('same');
  expect(snapshots.map(({ attempt, testId, hash }) => [attempt, testId, hash])).toEqual([
    [2, 'one', again.hash],
  ]);
  expect([earlier.length, flakes]).toEqual([1, []]);
});

test('a local run is not evidence of a flake: the code may have changed in between', async () => {
  const run = { ...runOf('local'), isLocal: true, name: 'page' };
  await upload(uploadOf(run, 7));
  await upload(uploadOf(run, 8));
  const { earlier, flakes } = await kept('local');
  expect([earlier.length, flakes]).toEqual([1, []]);
});

test('an upload whose answer was lost with its process is the same attempt when it comes again', async () => {
  const task = uploadOf({ ...runOf('lost'), name: 'page', testId: 'one' }, 9);
  const worker = start({ uploads: [task], key: 'lost' });
  expect(await lineOf(worker)).toBe('uploaded');
  worker.kill('SIGKILL');
  const call = { access, key: 'lost', fingerprint: async () => 'aa' };
  expect(await answerOnce(resources, call, () => upload(task))).toMatchObject({
    name: 'page',
    status: 'new',
  });
  const { capture, snapshots, earlier, results, flakes } = await kept('lost');
  expect([capture?.totalSnapshots, snapshots.length, results.length]).toEqual([1, 1, 1]);
  expect([snapshots[0]?.attempt, earlier, flakes]).toEqual([1, [], []]);
});

test.each([
  ['another commit', { commit: 'c0ffee2' }, 'commit c0ffee2 on branch "main"'],
  ['another branch', { branch: 'feature' }, 'commit c0ffee1 on branch "feature"'],
])('an upload of %s is not filed under the session', async (_, change, named) => {
  const run = runOf('mismatch');
  await upload(uploadOf({ ...run, name: 'mine' }, 1));
  for (const suite of ['mismatch', 'another suite']) {
    const stray = upload(uploadOf({ ...run, ...change, suite, name: 'stray' }, 2));
    await expect(stray).rejects.toMatchObject({ code: 'SESSION_MISMATCH' });
    await expect(stray).rejects.toThrow(`commit c0ffee1 on branch "main", not of ${named}`);
  }
  expect((await kept('mismatch')).snapshots.map(({ name }) => name)).toEqual(['mine']);
});
