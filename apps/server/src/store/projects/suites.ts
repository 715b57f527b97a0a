import { type Selectable, sql } from 'kysely';
import { countBaselines, type ListedSuite } from '../baselines/baselines.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import type { Suites } from '../tables.js';

export type SuiteRow = Selectable<Suites>;

export const findSuite = (
  database: Database,
  projectId: string,
  name: string,
): Promise<SuiteRow | undefined> =>
  database
    .selectFrom('suites')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .modifyEnd(prepared)
    .executeTakeFirst();

export async function ensureSuite(database: Database, projectId: string, name: string): Promise<SuiteRow> {
  const found = await findSuite(database, projectId, name);
  if (found) return found;
  await database
    .insertInto('suites')
    .values({ projectId, name })
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doNothing())
    .execute();
  const made = await findSuite(database, projectId, name);
  if (!made) throw new Error(`suite ${name} vanished while it was made`);
  return made;
}

/** Suites by name with what a list shows of them. */
export const listSuites = (
  database: Database,
  projectId: string,
  options: Omit<ListedSuite, 'suiteId'> & { limit: number; after: string | null },
) =>
  database
    .selectFrom('suites')
    .where('suites.projectId', '=', projectId)
    .$if(options.after !== null, (query) => query.where('suites.name', '>', options.after ?? ''))
    .select(['suites.id', 'suites.name'])
    .select([
      countBaselines({ ...options, suiteId: sql.ref<number>('suites.id') }).as('baselineCount'),
      sql<
        string | null
      >`(select id from diffs where suite_id = suites.id and base_capture_id is null order by id desc limit 1)`.as(
        'lastDiffId',
      ),
      sql<Date | null>`(select max(created_at) from captures where suite_id = suites.id)`.as('lastCaptureAt'),
    ])
    .orderBy('suites.name')
    .limit(sql.lit(options.limit))
    .modifyEnd(prepared)
    .execute();

/**
 * Orders everything that changes or reads the baselines of a suite: changes take turns, and a reader that holds the
 * `read` lock sees no change half done.
 */
export async function lockBaselines(
  transaction: Database,
  suiteId: number,
  mode: 'read' | 'write',
): Promise<void> {
  const query = transaction.selectFrom('suites').select('id').where('id', '=', suiteId);
  await (mode === 'write' ? query.forNoKeyUpdate() : query.forShare()).execute();
}
