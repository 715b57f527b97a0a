import type { CodeHostKind } from '@svc/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.js';
import type { CodeRepositories } from '../tables.js';

/** A repository of a code host, and the organization that has proved that it may speak for it. */
export type CodeRepositoryRow = Selectable<CodeRepositories>;
export type NewCodeRepository = Pick<
  Insertable<CodeRepositories>,
  'place' | 'path' | 'repositoryId' | 'org' | 'proof' | 'provenBy'
>;

/**
 * Lets one transaction at a time decide whose a repository is. What is known by its path alone and what is known by its
 * number may be the same, which no constraint can see.
 */
export const lockRepositories = (database: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('code repositories', 0))`.execute(database);

export const findRepository = (database: Database, id: string): Promise<CodeRepositoryRow | undefined> =>
  database.selectFrom('codeRepositories').selectAll().where('id', '=', id).executeTakeFirst();

/** The repository, as far as somebody has proved it: by its number, or by its path where only that is known. */
export async function findProven(
  database: Database,
  { place, path, repositoryId }: Pick<CodeRepositoryRow, 'place' | 'path' | 'repositoryId'>,
): Promise<CodeRepositoryRow | undefined> {
  const { rows } = await sql<CodeRepositoryRow>`
    select * from code_repositories where place = ${place}
      and (repository_id = ${repositoryId}
        or ((repository_id is null or ${repositoryId}::text is null) and lower(path) = lower(${path})))
    order by repository_id nulls last, id limit 1`.execute(database);
  return rows[0];
}

export const insertRepository = (database: Database, row: NewCodeRepository): Promise<CodeRepositoryRow> =>
  database.insertInto('codeRepositories').values(row).returningAll().executeTakeFirstOrThrow();

/**
 * Notes the number of a repository that was known by its path. Under {@link lockRepositories}.
 * @returns false when the number is that of a repository that is known already
 */
export async function numberRepository(
  database: Database,
  id: string,
  repositoryId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update code_repositories set repository_id = ${repositoryId}
    where id = ${id} and (repository_id is null or repository_id = ${repositoryId}) and not exists (
      select from code_repositories other where other.place = code_repositories.place
        and other.repository_id = ${repositoryId} and other.id <> ${id})`.execute(database);
  return numAffectedRows === 1n;
}

/** Keeps how the host writes the path now. */
export const renameRepository = async (database: Database, id: string, path: string): Promise<void> => {
  await database.updateTable('codeRepositories').set({ path }).where('id', '=', id).execute();
};

/** Forgets repositories that no project is connected to. Under {@link lockRepositories}. */
export const forgetUnused = async (database: Database): Promise<void> => {
  await sql`delete from code_repositories repository where not exists (
    select from code_hosts where code_repository_id = repository.id)`.execute(database);
};

/** A connection, as operators see it. */
export interface ListedConnection {
  org: string;
  name: string;
  kind: CodeHostKind;
  url: string | null;
  repository: string | null;
  proof: CodeRepositoryRow['proof'] | null;
  provenBy: string | null;
  repositoryId: string | null;
}

/** All connections of the installation. */
export async function listConnections(database: Database): Promise<ListedConnection[]> {
  const { rows } = await sql<ListedConnection>`
    select projects.org, projects.name, host.kind, host.url, host.repository, proven.proof, proven.proven_by,
      proven.repository_id
    from code_hosts host join projects on projects.id = host.project_id
      left join code_repositories proven on proven.id = host.code_repository_id
    order by projects.org, projects.name`.execute(database);
  return rows;
}
