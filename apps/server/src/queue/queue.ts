import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import type { ProcessRole } from '../domain/processRoles.js';
import { isDiskFull } from '../domain/StorageUnavailable.js';
import type { Database } from '../store/database.js';
import { createExecutor } from './createExecutor.js';
import { inContextOf, withContext } from './jobContext.js';
import { type JobHandlers, type JobName, type Jobs, jobPolicy } from './jobs.js';
import { sendJobs } from './sendJobs.js';
import { steadyClock } from './steadyClock.js';
import { type TakenJob, type Taker, takeJobs } from './takeJobs.js';

export interface Queue {
  /** Adds jobs in the caller's transaction: they exist exactly if the rows of that transaction do. */
  enqueue<Name extends JobName>(
    transaction: Database,
    name: Name,
    ...data: readonly Jobs[Name][]
  ): Promise<void>;
  /** Starts to take the jobs of some roles. */
  work(handlers: JobHandlers, roles: readonly ProcessRole[]): Promise<void>;
  /** Looks for a job now, where this process takes such: one has been added. */
  wake(name: string): void;
  /** Starts to end what jobs were about whose last attempt failed, or ended with its worker. */
  endGivenUp(onGivenUp: OnGivenUp): Promise<void>;
  /** Rejects where jobs cannot be read, or are not taken any more. */
  check(): Promise<void>;
  /**
   * Takes no more jobs and interrupts those that run. They are put back as if they had not been begun: the interruption
   * is not a failed attempt of theirs.
   */
  interrupt(): Promise<void>;
  /** Ends the queue. Jobs that still run are run again by another process, and have used up an attempt. */
  stop(): Promise<void>;
}

interface QueueOptions {
  /**
   * The same database without a pooler between: processes that wait there for their turn to start keep no connection of the pooler from
   * the one whose turn it is.
   */
  direct?: Database;
  /** Tells all processes, once the transaction is committed, that such a job can be taken. They are to {@link Queue.wake}. */
  tell?: (transaction: Database, name: JobName) => Promise<void>;
  /** Between looks for jobs that nobody has announced. */
  pollSeconds?: number;
}

export type OnGivenUp = <Name extends JobName>(name: Name, data: Jobs[Name], error: unknown) => Promise<void>;

/**
 * The queue in the same database as the rows. A job whose worker died is run again within seconds: its heartbeat
 * stops, and every process looks for such jobs every 5 s.
 */
export async function openQueue(
  database: Database,
  onError: (error: Error) => void,
  { direct = database, tell = async () => {}, pollSeconds = usualPollSeconds }: QueueOptions = {},
): Promise<Queue> {
  const boss = createBoss(database, onError);
  const interruption = new AbortController();
  const takers: Taker[] = [];
  const workers = new Map<JobName, { wake(): void }[]>();
  const stop = async () => {
    const taken = Promise.all(takers.map((taker) => taker.stop()));
    await Promise.race([taken, sleep(stopMs, null, { ref: false })]);
    await boss.stop({ graceful: true, timeout: stopMs, close: false });
  };
  try {
    await oneAtATime(direct, () => prepare(boss));
  } catch (error) {
    await stop();
    throw error;
  }

  async function workOn<Name extends JobName>(name: Name, handlers: JobHandlers) {
    const handle = async (job: TakenJob<Jobs[Name]>, onDealt: () => void) => {
      const signal = AbortSignal.any([job.signal, interruption.signal]);
      try {
        await inContextOf(name, job, 'process', (data) =>
          throughOutages(database, signal, () => handlers[name](data, signal, onDealt)),
        );
      } catch (error) {
        if (interruption.signal.aborted && !job.signal.aborted) return sendAgain(name, job.data);
        // No attempt of the job failed: it waits for room, however long that takes.
        if (isDiskFull(error)) return sendAgain(name, job.data, roomCheckSeconds);
        throw error;
      }
    };
    const { concurrency, takesTurns } = jobPolicy[name];
    if (takesTurns) {
      const options = { concurrency, pollSeconds, heartbeatRefreshSeconds, onError, handle };
      const taker = takeJobs(boss, name, options);
      takers.push(taker);
      workers.set(name, [taker]);
      return;
    }
    workers.set(name, await startWorkers(boss, name, { concurrency, pollSeconds }, handle));
  }

  async function send<Name extends JobName>(
    transaction: Database,
    name: Name,
    data: readonly Jobs[Name][],
    startAfter = 0,
  ): Promise<void> {
    await sendJobs(boss, transaction, name, data, startAfter);
    if (data.length > 0 && startAfter === 0) await tell(transaction, name);
  }

  const sendAgain = <Name extends JobName>(name: Name, data: Jobs[Name], startAfter = 0) =>
    database.transaction().execute((transaction) => send(transaction, name, [data], startAfter));

  async function takeGivenUp<Name extends JobName>(name: Name, onGivenUp: OnGivenUp) {
    await boss.work(
      givenUp(name),
      { batchSize: 1, pollingIntervalSeconds: pollSeconds, includeMetadata: true },
      async ([job]: JobWithMetadata<Jobs[Name]>[]) => {
        if (!job) return;
        const error = new Error(reasonOf(job.sourceOutput));
        await inContextOf(name, job, 'give up', (data) => onGivenUp(name, data, error));
      },
    );
  }

  return {
    async enqueue(transaction, name, ...data) {
      await send(transaction, name, data.map(withContext));
    },
    async work(handlers, roles) {
      for (const name of jobNames) if (roles.includes(jobPolicy[name].role)) await workOn(name, handlers);
    },
    wake(name) {
      for (const worker of workers.get(name as JobName) ?? []) worker.wake();
    },
    async endGivenUp(onGivenUp) {
      for (const name of jobNames) await takeGivenUp(name, onGivenUp);
    },
    async check() {
      interruption.signal.throwIfAborted();
      await sql`select from pgboss.queue limit 1`.execute(database);
    },
    async interrupt() {
      interruption.abort(new Error('the service is stopping'));
      const ended = Promise.all([
        ...jobNames.map((name) => boss.offWork(name)),
        ...takers.map((taker) => taker.stop()),
      ]);
      await Promise.race([ended, sleep(interruptionMs, null, { ref: false })]);
    },
    stop,
  };
}

/** Workers of pg-boss, one by one: it tells the id of one worker alone, by which that is woken. */
async function startWorkers<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  { concurrency, pollSeconds }: { concurrency: number; pollSeconds: number },
  handle: (job: TakenJob<Jobs[Name]>, onDealt: () => void) => Promise<void>,
): Promise<{ wake(): void }[]> {
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: pollSeconds,
    includeMetadata: true,
    heartbeatRefreshSeconds,
  } as const;
  const workers: { wake(): void }[] = [];
  for (let number = 1; number <= concurrency; number++) {
    const id = await boss.work(name, options, async ([job]: JobWithMetadata<Jobs[Name]>[]) => {
      if (job) await handle(job, () => {});
    });
    workers.push({ wake: () => boss.notifyWorker(id) });
  }
  return workers;
}

/** Jobs that are tried again, and those of a dead worker, are announced to nobody. Every look costs a statement, also of an idle process. */
const usualPollSeconds = 2;

function createBoss(database: Database, onError: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: createExecutor(database),
    schema: 'pgboss',
    clock: steadyClock,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', (error) => onError(asError(error)));
  return boss;
}

/** pg-boss reports copies of errors, which have the fields of the error and are none. */
function asError(reported: Error): Error {
  if (reported instanceof Error) return reported;
  const { name, message, stack } = reported as Error;
  const error = name === 'DatabaseUnavailable' ? new DatabaseUnavailable(message) : new Error(message);
  return stack === undefined ? error : Object.assign(error, { stack });
}

/** Short, so that a job is back in time when the database was away for longer than a heartbeat may be missing. */
const heartbeatRefreshSeconds = 1;

/** Milliseconds between looks whether the database is back. */
const outageLook = 250;

/** Runs a handler again when the database is back that it lost: a job that never failed uses up no attempt. */
async function throughOutages(
  database: Database,
  signal: AbortSignal,
  handle: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await handle();
    } catch (error) {
      if (signal.aborted || !(error instanceof DatabaseUnavailable)) throw error;
    }
    for (let isAway = true; isAway; ) {
      await sleep(outageLook, null, { signal, ref: false });
      isAway = await sql`select 1`.execute(database).then(
        () => false,
        (error: unknown) => error instanceof DatabaseUnavailable,
      );
    }
  }
}

/** The queue of jobs whose attempts are used up. The worker of a job cannot tell: it may have died on the last one. */
const givenUp = (name: JobName) => `${name}-given-up`;

/** What an error leaves in the queue has a message; what the queue itself says of a dead worker is wrapped. */
const reasonOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'message' in output
    ? String(output.message)
    : 'the service ended while it worked on this, each time it tried';

/** Between attempts of a job for which the disk has no room. */
const roomCheckSeconds = 5;

/** What jobs have to end that nothing interrupted. */
const stopMs = 10_000;

/** What an interrupted job has to end. With the rest of the service's end it stays below 30 s. */
const interruptionMs = 15_000;

const jobNames = Object.keys(jobPolicy) as JobName[];

/** Starts the queue, with its schema and the queues of all jobs. */
async function prepare(boss: PgBoss): Promise<void> {
  await boss.start();
  for (const name of jobNames) {
    const { retryLimit, expireInSeconds } = jobPolicy[name];
    const policy = { retryLimit, retryDelay: 1, expireInSeconds };
    await boss.createQueue(givenUp(name), { retryLimit: 100, retryDelay: 1 });
    await boss.createQueue(name, { ...policy, heartbeatSeconds: 10, deadLetter: givenUp(name) });
    // One that an earlier version made has no such queue.
    await boss.updateQueue(name, { ...policy, deadLetter: givenUp(name) });
  }
}

/** Processes that start at the same moment on an empty database would make the same schema twice. */
const oneAtATime = (database: Database, act: () => Promise<void>): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('svc queue', 0))`.execute(transaction);
    await act();
  });
