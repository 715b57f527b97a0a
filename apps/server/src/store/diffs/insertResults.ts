import { type Insertable, sql } from 'kysely';
import type { Database } from '../database.js';
import { inSlotOrder } from '../slots.js';
import type { Results } from '../tables.js';

/** As they are in the JSON of new rows. JSON and hashes inside of a row are text there. */
const columns = {
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
  carried: 'boolean',
} satisfies Record<keyof Results, string>;

type Column = keyof typeof columns;
const entries = Object.entries(columns) as [Column, string][];

const target = sql.join(entries.map(([name]) => sql.ref(name)));
const recordset = sql.raw(
  entries
    .map(([name, type]) => `"${name}" ${type === 'jsonb' || type === 'bytea' ? 'text' : type}`)
    .join(', '),
);
const values = sql.raw(
  entries
    .map(([name, type]) => {
      if (type === 'jsonb') return `"${name}"::jsonb`;
      if (type === 'bytea') return `decode("${name}", 'hex')`;
      return name === 'carried' ? 'coalesce(carried, false)' : `"${name}"`;
    })
    .join(', '),
);

/** Rows of one statement. */
const atOnce = 500;

/** As one parameter for many rows: to write a statement with one for each value holds up other requests. */
export async function insertResults(
  database: Database,
  results: readonly Insertable<Results>[],
): Promise<void> {
  const ordered = inSlotOrder(results);
  for (let start = 0; start < ordered.length; start += atOnce) {
    const rows = JSON.stringify(ordered.slice(start, start + atOnce));
    await sql`
      insert into results (${target})
      select ${values} from jsonb_to_recordset(${rows}::jsonb) row (${recordset})`.execute(database);
  }
}
