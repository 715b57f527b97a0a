import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobName, Jobs } from './jobs.js';

/** A job, with what is aborted when another process may have taken it. */
export type TakenJob<Data> = Pick<JobWithMetadata<Data>, 'id' | 'data' | 'retryCount' | 'signal'>;

export interface Taker {
  /** Looks for a job now. */
  wake(): void;
  /** Takes no more jobs, and waits for those that run. */
  stop(): Promise<void>;
}

interface Options<Data> {
  concurrency: number;
  /** Between looks for a job. */
  pollSeconds: number;
  heartbeatRefreshSeconds: number;
  onError(error: Error): void;
  /** @param onDealt says that another job may be taken although this one has not ended */
  handle(job: TakenJob<Data>, onDealt: () => void): Promise<void>;
}

interface Held<Data> {
  job: JobWithMetadata<Data>;
  claim: AbortController;
  group: string | null;
  isDealt: boolean;
}

/** Jobs that are held in all, for each that has something left to begin. */
const mostHeld = 2;

/**
 * Takes jobs as pg-boss's own workers do, and two things more: of each group, one at a time, and the next one already when
 * the handler of the last says so, not only when it has ended. A job that this process holds and does not work on would
 * keep another process idle.
 */
export function takeJobs<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  { concurrency, pollSeconds, heartbeatRefreshSeconds, onError, handle }: Options<Jobs[Name]>,
): Taker {
  const stopping = new AbortController();
  const held = new Set<Held<Jobs[Name]>>();
  const running = new Set<Promise<void>>();
  let wake = () => {};

  const report = (error: unknown): undefined => {
    onError(error instanceof Error ? error : new Error(String(error)));
  };

  async function fetch(): Promise<JobWithMetadata<Jobs[Name]> | undefined> {
    const busy = [...held].filter(({ isDealt }) => !isDealt);
    if (busy.length >= concurrency || held.size >= mostHeld * concurrency) return;
    const ignoreGroups = busy.flatMap(({ group }) => group ?? []);
    const options = { batchSize: 1, includeMetadata: true, ignoreGroups } as const;
    const [job] = await boss.fetch<Jobs[Name]>(name, options);
    return job;
  }

  async function run(job: JobWithMetadata<Jobs[Name]>): Promise<void> {
    const claim = new AbortController();
    const group = 'projectId' in job.data ? job.data.projectId : null;
    const one = { job, claim, group, isDealt: false };
    held.add(one);
    try {
      const { id, data, retryCount } = job;
      await handle({ id, data, retryCount, signal: claim.signal }, () => {
        one.isDealt = true;
        wake();
      });
      await boss.complete(name, [job]);
    } catch (error) {
      // Without its database, the job is run again when its heartbeat has been missing for a while.
      await boss.fail(name, [job], error as object).catch(report);
    } finally {
      held.delete(one);
      wake();
    }
  }

  async function beat(): Promise<void> {
    const alive = [...held].filter(({ claim }) => !claim.signal.aborted);
    if (alive.length === 0) return;
    const jobs = alive.map(({ job }) => job);
    // pg-boss does not declare the ids that it answers.
    const { settled } = (await boss.touch(name, jobs)) as { settled?: string[] };
    for (const one of alive) {
      if (settled && held.has(one) && !settled.includes(one.job.id))
        one.claim.abort(new Error(`job ${one.job.id} was taken from this process`));
    }
  }

  const heart = setInterval(() => void beat().catch(report), heartbeatRefreshSeconds * 1_000).unref();

  async function take(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const job = await fetch().catch(report);
      if (job) {
        const work = run(job).finally(() => running.delete(work));
        running.add(work);
      } else await Promise.race([woken, sleep(pollSeconds * 1_000, null, { ref: false })]);
    }
  }

  const taking = take();
  return {
    wake: () => wake(),
    async stop() {
      stopping.abort();
      wake();
      await taking;
      await Promise.all(running);
      clearInterval(heart);
    },
  };
}
