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
