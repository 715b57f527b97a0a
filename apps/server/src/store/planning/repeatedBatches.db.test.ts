import type { CreatedSession, SnapshotBatchEntry } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchPlans } from '../../../testing/database/watchPlans.js';
import { imageHash } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

const names = Array.from({ length: 100 }, (_, index) => `story ${index}`);
/** Statements of one request, those of triggers included. */
const few = 60;
/** What is kept of each earlier image refers to five rows, and PostgreSQL looks each of them up. */
const withAttempts = few + 5 * names.length;

let watched: ReturnType<typeof watchPlans>;
let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  watched = watchPlans();
  service = await startTestService();
  parts = runParts(service);
  await parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { dark: 10, light: 120 });
});
afterAll(async () => {
  await service?.stop();
  watched.stop();
});

test('a batch of snapshots that the session has is recorded at once, as a new one is', async () => {
  const run = { suite: 'forms', branch: 'main', commit: 'c1' };
  const { sessionId, captureId } = await parts.post<CreatedSession>('/sessions', run);
  const send = async (what: string, red: number, mostStatements: number) => {
    const snapshots = names.map((name) => ({ name, hash: imageHash(red), testId: `test of ${name}` }));
    watched.take();
    const body = { ...run, sessionId, snapshots };
    const answer = await parts.post<{ snapshots: SnapshotBatchEntry[] }>('/snapshots/known', body);
    expect(watched.take().length, what).toBeLessThan(mostStatements);
    expect(answer.snapshots.map(({ result }) => result?.currentStorageKey)).toEqual(
      names.map(() => imageHash(red)),
    );
  };
  await send('new', 10, few);
  await send('the same again', 10, few);
  await send('other images', 120, withAttempts);
  const rows = await service.resources.database
    .selectFrom('snapshots')
    .where('captureId', '=', captureId)
    .select(['hash', 'attempt'])
    .execute();
  expect(rows).toEqual(names.map(() => ({ hash: imageHash(120), attempt: 2 })));
}, 300_000);
