import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { listAcceptedLooks } from '../decisions/choices.js';
import { listCompared } from '../diffs/causes.js';

const names = Array.from({ length: 500 }, (_, index) => `story ${index}`);
const slot: Slot = { name: 'story 300', viewport: '', browser: '' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Rows that this transaction has read by indexes or from one end to the other, of a table and its partitions. */
async function rowsRead(transaction: Database, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int read from pg_stat_xact_user_tables
    where relname = ${table} or relname like ${`${table}\\_%`}`.execute(transaction);
  if (!rows[0]) throw new Error('a sum has no row');
  return rows[0].read;
}

test('one slot is looked up for itself, though the plan is from when there were none', async () => {
  const { post } = runParts(service);
  const { database } = service.resources;
  const build = async (commit: string, red: number) => {
    const run = { suite: 'forms', branch: 'main', commit };
    await service.upload(
      `/api/v1/snapshots?${new URLSearchParams({ ...run, suite: 'shades', branch: 'shades', baselineRef: 'main', name: commit })}`,
      image(red),
      'image/png',
    );
    const { sessionId, diffId } = await post<{ sessionId: string; diffId: string }>('/sessions', run);
    const hash = createHash('sha256').update(image(red)).digest('hex');
    await post('/snapshots/known', { ...run, sessionId, snapshots: names.map((name) => ({ name, hash })) });
    await post(`/sessions/${sessionId}/complete`, { exitCode: 0 });
    return diffId;
  };

  await database.connection().execute(async (connection) => {
    const pair = { ...slot, looks: [null, null] as const };
    const line = { defaultBranch: 'main', former: [] };
    const askBoth = async (asking: Database, suiteId: number, diffId: string) => [
      await listAcceptedLooks(asking, suiteId, line, [pair]),
      await listCompared(asking, diffId, [slot]),
    ];
    expect(await askBoth(connection, 1, 'dif_none')).toEqual([[], []]);

    await post(`/diffs/${await build('c1', 10)}/approve`, {});
    const diffId = await build('c2', 200);
    const { id: suiteId } = await database
      .selectFrom('suites')
      .select('id')
      .where('name', '=', 'forms')
      .executeTakeFirstOrThrow();
    await connection.transaction().execute(async (transaction) => {
      const [, compared] = await askBoth(transaction, suiteId, diffId);
      expect(compared).toMatchObject([slot]);
      expect(await rowsRead(transaction, 'baseline_entries')).toBeLessThan(10);
      expect(await rowsRead(transaction, 'results')).toBeLessThan(10);
    });
  });
});
