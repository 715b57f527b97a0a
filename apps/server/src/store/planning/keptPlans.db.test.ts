import type { CreatedSession } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageHash } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { Slot } from '../../domain/slot.js';
import { listIgnoredRegions } from '../captures/ignoredRegions.js';
import type { Database } from '../database.js';
import { listAcceptedLooks, listChoices } from '../decisions/choices.js';
import { listCompared } from '../diffs/causes.js';
import { readExplainedBases } from '../diffs/results.js';
import { addUploads, type OpenHead } from '../sessions/uploads.js';

const names = Array.from({ length: 500 }, (_, index) => `story ${index}`);
const slot: Slot = { name: 'story 300', viewport: '', browser: '' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const tables = ['baseline_entries', 'captures', 'decisions', 'results', 'snapshots'] as const;

/**
 * Rows that this connection has read by indexes or from one end to the other, of each table and its partitions: in this transaction, and
 * in some before it, of which PostgreSQL has yet to tell others.
 */
const rowsRead = (transaction: Database): Promise<number[]> =>
  Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int read from pg_stat_xact_user_tables
        where relname = ${table} or relname like ${`${table}\\_%`}`.execute(transaction);
      if (!rows[0]) throw new Error('a sum has no row');
      return rows[0].read;
    }),
  );

test('one slot is looked up for itself, though the plan is from when there were none', async () => {
  const { post, run, runKnown } = runParts(service);
  const { database } = service.resources;
  await run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { dark: 10, light: 200 });
  const build = (commit: string, red: number) => runKnown({ branch: 'main', commit }, names, red);

  await database.connection().execute(async (connection) => {
    const pair = { ...slot, looks: [null, null] as const };
    const line = { defaultBranch: 'main', former: [] };
    const askAll = async (asking: Database, suiteId: number, diffId: string) => [
      await listAcceptedLooks(asking, suiteId, line, [pair]),
      await listChoices(asking, suiteId, [pair]),
      await listCompared(asking, diffId, [slot]),
    ];
    expect(await askAll(connection, 1, 'dif_none')).toEqual([[], [], []]);

    await post(`/diffs/${await build('c1', 10)}/approve`, {});
    const diffId = await build('c2', 200);
    const { id: suiteId } = await database
      .selectFrom('suites')
      .select('id')
      .where('name', '=', 'forms')
      .executeTakeFirstOrThrow();
    await connection.transaction().execute(async (transaction) => {
      const before = await rowsRead(transaction);
      const [, , compared] = await askAll(transaction, suiteId, diffId);
      const after = await rowsRead(transaction);
      expect(compared).toMatchObject([slot]);
      for (const [index, table] of tables.entries())
        expect(Number(after[index]) - Number(before[index]), table).toBeLessThan(10);
    });
  });
});

test('a plan from when a table had a few rows does not read all that it has later', async () => {
  const { post, run, runKnown } = runParts(service);
  const { database } = service.resources;
  await run({ suite: 'few', branch: 'few', commit: 'c0ffee' }, { dark: 10, light: 200 });
  await sql`analyze`.execute(database);
  const open = async (commit: string) => {
    const opened = await post<CreatedSession>('/sessions', { suite: 'late', branch: 'late', commit });
    return { id: opened.diffId, headCaptureId: opened.captureId, projectId: '' } as OpenHead;
  };
  const [early, late] = [await open('cafe1'), await open('cafe2')];
  await database.connection().execute(async (connection) => {
    const askAll = async (asking: Database, head: OpenHead, entry: number) => {
      const snapshot = { ...slot, hash: imageHash(10), path: null, metadata: null, autoApprove: false };
      const terms = { testId: null, threshold: null, antiAliasing: null, ignored: null };
      expect(await addUploads(asking, head, [{ snapshot: { ...snapshot, ...terms }, result: null }])).toEqual(
        [true],
      );
      expect(await listIgnoredRegions(asking, [head.headCaptureId])).toEqual([]);
      expect(await readExplainedBases(asking, [{ entry: { id: entry }, newer: null }])).toHaveLength(1);
    };
    await askAll(connection, early, 0);

    for (const commit of ['d1', 'd2'])
      await runKnown({ suite: 'later', branch: 'main', commit, autoApprove: true }, names, 10);
    const { id } = await database
      .selectFrom('baselineEntries')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await connection.transaction().execute(async (transaction) => {
      const before = await rowsRead(transaction);
      await askAll(transaction, late, id);
      const after = await rowsRead(transaction);
      for (const [index, table] of tables.entries())
        expect(Number(after[index]) - Number(before[index]), table).toBeLessThan(20);
    });
  });
});
