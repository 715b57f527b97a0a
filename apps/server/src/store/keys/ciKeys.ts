import { sql } from 'kysely';
import type { KeyBinding } from '../../domain/access/KeyBinding.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import type { ProjectRow } from '../projects/projects.js';
import { hashOf, newSecret } from '../secrets.js';

/** Makes a key that uploads within a binding, and forgets those that ended a day ago. The secret is never stored. */
export async function insertCiKey(
  database: Database,
  {
    projectId,
    name,
    binding,
    minutes,
  }: { projectId: string; name: string; binding: KeyBinding; minutes: number },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  await sql`delete from api_keys where ci_repository is not null and expires_at < now() - interval '1 day'`.execute(
    database,
  );
  const secret = `svc_${newSecret()}`;
  const { id, expiresAt } = await database
    .insertInto('apiKeys')
    .values({
      id: newId('key'),
      projectId,
      name,
      hash: hashOf(secret),
      prefix: null,
      scopes: ['upload'],
      ciRepository: binding.repository,
      ciRef: binding.ref,
      ciBranch: binding.branch,
      expiresAt: sql<Date>`now() + make_interval(mins => ${minutes}::int)`,
    })
    .returning(['id', sql<Date>`expires_at`.as('expiresAt')])
    .executeTakeFirstOrThrow();
  return { id, secret, expiresAt };
}

/** The projects that are connected to a repository which their organization has proved. */
export async function findConnectedProjects(database: Database, id: string): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select projects.* from code_hosts host join projects on projects.id = host.project_id
    where host.code_repository_id = ${id}
    order by projects.org, projects.name`.execute(database);
  return rows;
}
