import type { CreatedSession, SnapshotBatchEntry } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';
import { imageHash } from '../../../testing/image.js';

const names = Array.from({ length: 100 }, (_, index) => `story ${index}`);
/** Statements of one request, those of triggers included. */
const few = 60;
/** What is kept of each earlier image refers to five rows, and PostgreSQL looks each of them up. */
const withAttempts = few + 5 * names.length;

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
  await watched.parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { dark: 10, light: 120 });
});
afterAll(() => watched?.stop());

test('a batch of snapshots that the session has is recorded at once, as a new one is', async () => {
  const run = { suite: 'forms', branch: 'main', commit: 'c1' };
  const { sessionId, captureId } = await watched.parts.post<CreatedSession>('/sessions', run);
  const send = async (what: string, red: number, mostStatements: number) => {
    const snapshots = names.map((name) => ({ name, hash: imageHash(red), testId: `test of ${name}` }));
    watched.take();
    const body = { ...run, sessionId, snapshots };
    const answer = await watched.parts.post<{ snapshots: SnapshotBatchEntry[] }>('/snapshots/known', body);
    expect(watched.take().length, what).toBeLessThan(mostStatements);
    expect(answer.snapshots.map(({ result }) => result?.currentStorageKey)).toEqual(
      names.map(() => imageHash(red)),
    );
  };
  await send('new', 10, few);
  await send('the same again', 10, few);
  await send('other images', 120, withAttempts);
  const rows = await watched.service.resources.database
    .selectFrom('snapshots')
    .where('captureId', '=', captureId)
    .select(['hash', 'attempt'])
    .execute();
  expect(rows).toEqual(names.map(() => ({ hash: imageHash(120), attempt: 2 })));
}, 300_000);
