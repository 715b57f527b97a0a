import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Completes what is known of the pull request that a capture is of; what is there already stays. */
export async function savePull(
  database: Database,
  { projectId, captureId }: { projectId: string; captureId: string },
  { title, author }: { title: string | null; author: string | null },
): Promise<void> {
  await sql`
    update captures
    set ci = jsonb_set(ci, '{pullRequest}', ci -> 'pullRequest' || jsonb_build_object(
      'title', coalesce(ci #>> '{pullRequest,title}', ${title}::text),
      'author', coalesce(ci #>> '{pullRequest,author}', ${author}::text)))
    where project_id = ${projectId} and id = ${captureId} and jsonb_typeof(ci -> 'pullRequest') = 'object'
  `.execute(database);
}

/** Title and author of the pull request of a capture, as another capture of the same commit has them. */
export async function findKnownPull(
  database: Database,
  { projectId, captureId }: { projectId: string; captureId: string },
): Promise<{ title: string; author: string } | undefined> {
  const { rows } = await sql<{ title: string; author: string }>`
    select other.ci #>> '{pullRequest,title}' title, other.ci #>> '{pullRequest,author}' author
    from captures own
    join captures other on other.project_id = own.project_id and other.commit = own.commit and other.id <> own.id
    where own.project_id = ${projectId} and own.id = ${captureId}
      and other.ci #> '{pullRequest,number}' = own.ci #> '{pullRequest,number}'
      and other.ci #>> '{pullRequest,url}' is not distinct from own.ci #>> '{pullRequest,url}'
      and other.ci #>> '{pullRequest,title}' is not null and other.ci #>> '{pullRequest,author}' is not null
    order by other.id desc limit 1`.execute(database);
  return rows[0];
}
