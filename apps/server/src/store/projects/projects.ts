import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { countWaiting } from '../diffs/waiting.js';
import { newId } from '../newId.js';
import { insertOrganisation } from '../organisations/organisations.js';
import { prepared } from '../prepared.js';
import type { Projects } from '../tables.js';

export type ProjectRow = Selectable<Projects>;

export const findProject = (database: Database, slug: string): Promise<ProjectRow | undefined> => {
  const [org = '', name = ''] = slug.split('/');
  return database
    .selectFrom('projects')
    .selectAll()
    .where('org', '=', org)
    .where('name', '=', name)
    .executeTakeFirst();
};

/** The slugs of the projects of a name, of any organisation or, unless null, of those that a person is a member of. */
export async function listSlugsOfName(
  database: Database,
  name: string,
  memberId: string | null,
): Promise<string[]> {
  const rows = await database
    .selectFrom('projects')
    .select('org')
    .where('name', '=', name)
    .$if(memberId !== null, (query) =>
      query.where('org', 'in', (from) =>
        from
          .selectFrom('members')
          .select('members.org')
          .where('userId', '=', memberId ?? ''),
      ),
    )
    .orderBy('org')
    .execute();
  return rows.map(({ org }) => `${org}/${name}`);
}

export const findProjectById = (database: Database, id: string): Promise<ProjectRow> =>
  database.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Makes a project of an organisation; undefined when there is one of that name. */
export const insertProject = (
  database: Database,
  { org, name }: { org: string; name: string },
): Promise<ProjectRow | undefined> =>
  database
    .insertInto('projects')
    .values({ id: newId('project'), org, name })
    .onConflict((conflict) => conflict.columns(['org', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Makes the project unless it exists, with its organisation. */
export async function ensureProject(database: Database, slug: string): Promise<ProjectRow> {
  const [org = '', name = ''] = slug.split('/');
  await insertOrganisation(database, org);
  await insertProject(database, { org, name });
  const project = await findProject(database, slug);
  if (!project) throw new Error(`project ${slug} vanished while it was made`);
  return project;
}

/** Holds a project while its settings change, so that changes come one after the other. */
export const lockProject = (transaction: Database, id: string): Promise<ProjectRow> =>
  transaction
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const changeProject = (
  database: Database,
  id: string,
  {
    formerBranches,
    a11yBySuite,
    ...change
  }: Pick<
    ProjectRow,
    | 'approvalMemory'
    | 'requiredApprovals'
    | 'defaultBranch'
    | 'formerBranches'
    | 'threshold'
    | 'antiAliasing'
    | 'sensitivity'
    | 'retentionDays'
    | 'maxBytes'
    | 'maxFiles'
    | 'proof'
    | 'cancelSuperseded'
    | 'a11y'
    | 'a11yBySuite'
    | 'badgeSecret'
  >,
): Promise<ProjectRow> =>
  database
    .updateTable('projects')
    .set({
      ...change,
      formerBranches: JSON.stringify(formerBranches),
      a11yBySuite: JSON.stringify(a11yBySuite),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Has every story of a project captured from now on. False where that was so already. */
export async function stopProof(transaction: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('projects')
    .set({ proof: false })
    .where('id', '=', id)
    .where('proof', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** When the newest capture of `projects` was made: one look into an index for each suite, however many captures there are. */
const lastActivityAt = sql<Date | null>`(
  select max(newest.created_at) from suites
  cross join lateral (
    select created_at from captures where suite_id = suites.id order by created_at desc limit 1
  ) newest
  where suites.project_id = projects.id)`;

/** Nobody reads a larger number than this. */
const mostWaiting = 100;

/**
 * Projects by name with the time of their newest capture and the number of diffs that wait for a decision; `after` is the slug of the last one seen.
 * @param options.asking who asks, with an id: what waits for them is counted
 * @param options.memberId only those of organisations that this person is a member of; null for all
 * @param options.id only this one
 */
export const listProjects = (
  database: Database,
  options: { asking: string; limit: number; after: string | null; memberId: string | null; id?: string },
) =>
  database
    .selectFrom('projects')
    .selectAll()
    .select([lastActivityAt.as('lastActivityAt'), countWaiting(options.asking, mostWaiting).as('waiting')])
    .$if(options.memberId !== null, (query) =>
      query.where('org', 'in', (from) =>
        from
          .selectFrom('members')
          .select('members.org')
          .where('userId', '=', options.memberId ?? ''),
      ),
    )
    .$if(options.id !== undefined, (query) => query.where('id', '=', options.id ?? ''))
    .$if(options.after !== null, (query) =>
      query.where(sql<string>`org || '/' || name`, '>', options.after ?? ''),
    )
    .orderBy(sql`org || '/' || name`)
    .limit(sql.lit(options.limit))
    .modifyEnd(prepared)
    .execute();
