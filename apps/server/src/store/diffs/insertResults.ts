import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { batchesOf } from '../../turns/batchesOf.js';
import type { Database } from '../database.js';
import { jsonRows } from '../jsonRows.js';
import { inSlotOrder } from '../slots.js';
import type { Results } from '../tables.js';

const { columns, select } = jsonRows<Results>({
  projectId: 'text',
  diffId: 'text',
  name: 'text',
  viewport: 'text',
  browser: 'text',
  position: 'int',
  status: 'text',
  approvalStatus: 'text',
  diffPercentage: 'float8',
  headHash: 'bytea',
  baseHash: 'bytea',
  maskHash: 'bytea',
  baselineSource: 'text',
  baseOrigin: 'text',
  baseFrom: 'text',
  baseEntryId: 'bigint',
  baseReason: 'text',
  newerEntryId: 'bigint',
  threshold: 'float8',
  antiAliasing: 'boolean',
  ignored: 'jsonb',
  path: 'jsonb',
  decidedBy: 'text',
  decidedAt: 'timestamptz',
  decisionId: 'bigint',
  comparisonId: 'bigint',
  carried: { type: 'boolean', initial: 'false' },
});

/** Rows of one statement. */
const atOnce = 500;

export async function insertResults(
  database: Database,
  results: readonly Insertable<Results>[],
): Promise<void> {
  for (const rows of batchesOf(inSlotOrder(results), atOnce))
    await sql`insert into results (${columns}) ${select(rows)}`.execute(database);
}
