import { sql } from 'kysely';
import type { Database } from '../database.js';

/** What is to be sent to others. */
export interface Outbox {
  kind: 'check runs' | 'chat messages' | 'e-mail';
  waiting: number;
  /** Seconds for which the oldest has been due; 0 where none is. */
  lag: number;
}

const isDue = sql`next_attempt_at <= now()`;
const counted = sql`count(*) filter (where ${isDue})::int waiting,
  coalesce(extract(epoch from now() - min(next_attempt_at) filter (where ${isDue})), 0)::float8 lag`;

export async function readOutboxes(database: Database): Promise<Outbox[]> {
  const { rows } = await sql<Outbox>`
    select 'check runs' kind, ${counted} from check_runs
      where delivered_version < version and exists (
        select from code_hosts where code_hosts.project_id = check_runs.project_id
          and (paused_until is null or paused_until <= now()))
    union all select 'chat messages', ${counted} from chat_messages
    union all select 'e-mail', ${counted} from mails where given_up_at is null`.execute(database);
  return rows;
}
