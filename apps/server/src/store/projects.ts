import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database.js';
import { newId } from './newId.js';
import type { Projects } from './tables.js';

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

export const findProjectById = (database: Database, id: string): Promise<ProjectRow> =>
  database.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Makes the project unless it exists. */
export async function ensureProject(database: Database, slug: string): Promise<ProjectRow> {
  const [org = '', name = ''] = slug.split('/');
  await database
    .insertInto('projects')
    .values({ id: newId('project'), org, name })
    .onConflict((conflict) => conflict.columns(['org', 'name']).doNothing())
    .execute();
  const project = await findProject(database, slug);
  if (!project) throw new Error(`project ${slug} vanished while it was made`);
  return project;
}

export const changeProject = (
  database: Database,
  id: string,
  change: Pick<ProjectRow, 'approval_memory' | 'default_branch'>,
): Promise<ProjectRow> =>
  database.updateTable('projects').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Projects by name with the time of their newest capture; `after` is the slug of the last one seen. */
export const listProjects = (database: Database, options: { limit: number; after: string | null }) =>
  database
    .selectFrom('projects')
    .selectAll()
    .select((from) =>
      from
        .selectFrom('captures')
        .whereRef('captures.project_id', '=', 'projects.id')
        .select((capture) => capture.fn.max('captures.created_at').as('at'))
        .as('last_activity_at'),
    )
    .$if(options.after !== null, (query) =>
      query.where(sql<string>`org || '/' || name`, '>', options.after ?? ''),
    )
    .orderBy(sql`org || '/' || name`)
    .limit(options.limit)
    .execute();
