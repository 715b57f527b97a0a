import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Jobs } from '../src/queue/jobs.js';
import { reconsiderCommit } from '../src/service/diffs/reconsiderCommit.js';
import { computeDiff } from '../src/worker/computeDiff.js';
import type { TestService } from './startTestService.js';

type Due = { [Name in 'computeDiff' | 'reconsiderCommit']: { name: Name; data: Jobs[Name] } }[
  | 'computeDiff'
  | 'reconsiderCommit'];

/**
 * Runs the jobs of comparing that wait, the last one first, and those that they make, instead of the queue, which looks for
 * jobs twice a second: whatever the order, diffs come out the same. What the queue has begun is waited for.
 */
export async function runDueJobs({ resources }: TestService): Promise<void> {
  for (;;) {
    const { rows: due } = await sql<Due>`
      with taken as (
        delete from pgboss.job where name in ('computeDiff', 'reconsiderCommit') and state = 'created'
        returning name, data, created_on
      ) select name, data from taken order by created_on desc, data ->> 'diffId' desc`.execute(
      resources.database,
    );
    for (const job of due) {
      if (job.name === 'reconsiderCommit') await reconsiderCommit(resources, job.data);
      else await computeDiff(resources, job.data.diffId, new AbortController().signal);
    }
    if (due.length === 0 && !(await isWorking(resources))) return;
    if (due.length === 0) await sleep(10);
  }
}

async function isWorking({ database }: TestService['resources']): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pgboss.job where name in ('computeDiff', 'reconsiderCommit') and state in ('active', 'retry') limit 1`.execute(
    database,
  );
  return rows.length > 0;
}
