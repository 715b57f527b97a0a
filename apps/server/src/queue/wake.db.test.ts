import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/createMigratedDatabase.js';
import type { LiveFeed } from '../service/LiveFeed.js';
import { openLiveFeed } from '../service/live/openLiveFeed.js';
import { announceJob } from '../store/announcements/announce.js';
import type { JobHandlers } from './jobs.js';
import { openQueue, type Queue } from './queue.js';

/** Longer than a test takes: what is not announced is not taken. */
const pollSeconds = 3_600;

let migrated: MigratedDatabase;
let processes: { queue: Queue; feed: LiveFeed }[] = [];
const taken: string[] = [];
const ending = new Map<string, () => void>();

/** Runs until it is told to end. */
const take = (what: string) =>
  new Promise<void>((resolve) => {
    taken.push(what);
    ending.set(what, resolve);
  });
const handlers: JobHandlers = {
  unpackSite: ({ siteId }) => take(siteId),
  captureTargets: ({ captureId }) => take(captureId),
  computeDiff: ({ diffId }) => take(diffId),
  reconsiderCommit: ({ commit }) => take(commit),
  readPullRequest: ({ ofCapture }) => take(ofCapture),
};

beforeAll(async () => {
  migrated = await createMigratedDatabase();
  const { database, connectionString } = migrated;
  processes = await Promise.all(
    [1, 2].map(async () => {
      const queue = await openQueue(database, () => {}, { tell: announceJob, pollSeconds });
      const feed = openLiveFeed(database, connectionString, (name) => queue.wake(name));
      return { queue, feed };
    }),
  );
  for (const { queue } of processes) await queue.work(handlers, ['worker', 'capture']);
  // A feed that hears takes watchers.
  const isHearing = ({ feed }: { feed: LiveFeed }) =>
    feed.watch(
      { diffId: 'dif_0', suiteId: 0, branches: [], person: null },
      { send: () => {}, end: () => {} },
    ) !== null;
  await vi.waitFor(() => expect(processes.every(isHearing)).toBe(true), { timeout: 20_000 });
});
afterAll(async () => {
  for (const end of ending.values()) end();
  for (const { queue, feed } of processes) {
    await feed.close();
    await queue.stop();
  }
  await migrated?.drop();
});

const patience = { timeout: 20_000 };

test('a job is taken when its transaction is committed, by any process that is free', async () => {
  const { database } = migrated;
  const { queue } = processes[0] ?? expect.fail('no process was started');
  const enqueue = (diffId: string) => queue.enqueue(database, 'computeDiff', { diffId });
  const expected: string[] = [];
  // As many as all processes do at once, one after the other.
  for (const diffId of ['dif_1', 'dif_2', 'dif_3', 'dif_4']) {
    await enqueue(diffId);
    expected.push(diffId);
    await expect.poll(() => taken.toSorted(), patience).toEqual(expected);
  }
  await enqueue('dif_5');
  await sleep(100);
  expect(taken).not.toContain('dif_5');
  ending.get('dif_2')?.();
});

test('so is one whose projects take turns, and each kind of job', async () => {
  const { database } = migrated;
  const { queue } = processes[1] ?? expect.fail('no process was started');
  taken.length = 0;
  await database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, 'captureTargets', { captureId: 'cap_1', projectId: 'prj_1' });
    await queue.enqueue(transaction, 'unpackSite', { siteId: 'sit_1' });
    await queue.enqueue(transaction, 'reconsiderCommit', {
      projectId: 'prj_1',
      namespace: '',
      branch: 'main',
      commit: 'com_1',
    });
    await queue.enqueue(transaction, 'readPullRequest', { projectId: 'prj_1', ofCapture: 'cap_2' });
    await sleep(50);
    expect(taken.filter((what) => !what.startsWith('dif'))).toEqual([]);
  });
  await expect
    .poll(() => taken.filter((what) => !what.startsWith('dif')).toSorted(), patience)
    .toEqual(['cap_1', 'cap_2', 'com_1', 'sit_1']);
});
