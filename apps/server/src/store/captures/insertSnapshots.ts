import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { jsonRows } from '../jsonRows.js';
import type { Snapshots } from '../tables.js';

const insert = jsonRows<Snapshots>('snapshots', {
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

/** @param mode what happens to a slot that the capture has already; it is an error unless said otherwise */
export async function insertSnapshots(
  database: Database,
  snapshots: readonly Insertable<Snapshots>[],
  mode?: 'unless tried',
): Promise<void> {
  await insert(database, snapshots, mode === 'unless tried' ? sql`on conflict do nothing` : undefined);
}
