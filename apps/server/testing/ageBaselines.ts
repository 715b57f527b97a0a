import { sql } from 'kysely';
import type { Resources } from '../src/service/Resources.js';

/** Has the first baseline of a branch be set an hour ago, and each later one ten hours before the one that came before it. */
export async function ageBaselines(
  database: Resources['database'],
  suiteId: number,
  branch: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Entries only grow, but for this.
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`
      update baseline_entries entry set created_at = now() - aged.place * interval '10 hours' - interval '1 hour'
      from (
        select id, row_number() over (order by id) - 1 place from baseline_entries
        where suite_id = ${suiteId} and branch = ${branch}
      ) aged where aged.id = entry.id`.execute(transaction);
  });
}
