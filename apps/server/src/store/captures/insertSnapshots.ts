import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { batchesOf } from '../../turns/batchesOf.js';
import type { Database } from '../database.js';
import { jsonRows } from '../jsonRows.js';
import { inSlotOrder } from '../slots.js';
import type { Snapshots } from '../tables.js';

const { columns, select } = jsonRows<Snapshots>({
  projectId: 'text',
  captureId: 'text',
  name: 'text',
  viewport: 'text',
  browser: 'text',
  position: 'int',
  status: { type: 'text', initial: "'pending'" },
  hash: 'bytea',
  error: 'text',
  path: 'jsonb',
  metadata: 'jsonb',
  target: 'jsonb',
  threshold: 'float8',
  antiAliasing: 'boolean',
  ignored: 'jsonb',
  unstable: { type: 'boolean', initial: 'false' },
  isDependent: { type: 'boolean', initial: 'false' },
  incomplete: 'jsonb',
  timings: 'jsonb',
  console: 'jsonb',
  renderer: 'text',
  autoApprove: { type: 'boolean', initial: 'false' },
  testId: 'text',
  attempt: { type: 'int', initial: '1' },
  carriedFrom: 'text',
  provenFrom: 'text',
  uploadedAt: { type: 'timestamptz', initial: 'now()' },
});

/** Rows of one statement. */
const atOnce = 500;

/** @param mode what happens to a slot that the capture has already; it is an error unless said otherwise */
export async function insertSnapshots(
  database: Database,
  snapshots: readonly Insertable<Snapshots>[],
  mode?: 'unless tried',
): Promise<void> {
  const conflict = mode === 'unless tried' ? sql`on conflict do nothing` : sql``;
  for (const rows of batchesOf(inSlotOrder(snapshots), atOnce))
    await sql`insert into snapshots (${columns}) ${select(rows)} ${conflict}`.execute(database);
}
