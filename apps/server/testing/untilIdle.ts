import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestService } from './startTestService.js';

/** Waits until no job is under way or due, and nothing is written: a closed page may have asked for something before. */
export async function untilIdle({ resources }: TestService): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    await sleep(20);
    const { rows } = await sql`
      select 1 from pgboss.job where state = 'active' or (state < 'active' and start_after <= now())
      union all
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1
    `.execute(resources.database);
    quiet = rows.length === 0 ? quiet + 1 : 0;
  }
}
