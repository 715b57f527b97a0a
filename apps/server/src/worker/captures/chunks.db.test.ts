import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, CaptureTarget } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image, imageHash } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { dealTargets } from '../../capture/dealTargets.js';
import type { Fleet } from '../../domain/captures/Fleet.js';
import { untriedWords } from '../../domain/captures/untriedWords.js';
import type { JobHandlers, Jobs } from '../../queue/jobs.js';
import { openQueue, type Queue } from '../../queue/queue.js';
import { openDatabase } from '../../store/database.js';
import { createHandlers } from '../handlers.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());
beforeEach(() => sql`delete from pgboss.job`.execute(service.resources.database));

/** For machines that are busy. */
const patience = { timeout: 30_000 };

const lanes = 3;

/** Browsers of one process. */
interface Life {
  /** Outcomes after which the process is killed. */
  left: number;
  captured: string[];
  /** Milliseconds for a target. */
  pace: number;
  /** Says of a target that no story of its build can be shown. */
  isBroken: boolean;
}
const newLife = (life: Partial<Life> = {}): Life => ({
  ...{ left: Number.POSITIVE_INFINITY, captured: [], pace: 0, isBroken: false },
  ...life,
});

const numberOf = (name: string) => Number(name.split(' ')[1]);

/** A fleet of three pages that deals targets as the real one does. */
const fleetOf = (life: Life): Fleet => ({
  async capture(targets, { more, onOutcome, signal }) {
    const stop = new AbortController();
    const deal = dealTargets(targets, more, AbortSignal.any([signal, stop.signal]));
    const work = async () => {
      for (let next = await deal.next(null); next; next = await deal.next(next)) {
        await sleep(life.pace);
        if (life.left <= 0) throw new Error('killed');
        life.left -= 1;
        const { name } = next.target;
        life.captured.push(name);
        const number = numberOf(name);
        if (life.isBroken)
          await onOutcome(next.index, { ok: false, message: `no start ${untriedWords}`, isStart: true });
        else if (number % 7 === 3) await onOutcome(next.index, { ok: false, message: `${name} is broken` });
        else {
          const timings = { load: 1, settle: 1, shot: 1 };
          const png = image(number % 4);
          await onOutcome(next.index, {
            ok: true,
            png,
            unstable: number % 5 === 1,
            timings,
            renderer: 'test',
          });
        }
      }
    };
    const lane = () => work().catch((error) => stop.abort(error));
    await Promise.all(Array.from({ length: lanes }, lane));
    signal.throwIfAborted();
    stop.signal.throwIfAborted();
  },
  discoverStories: async () => [],
  close: async () => {},
});

const hashes = [0, 1, 2, 3].map((shade) => imageHash(shade));

/** What a capture of so many targets is, whichever process captured it. */
function expected(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const failed = numbers.filter((number) => number % 7 === 3);
  return {
    status: 'completed',
    completedSnapshots: count - failed.length,
    failedSnapshots: failed.length,
    snapshots: numbers
      .filter((number) => number % 7 !== 3)
      .map((number) => ({
        ...{ name: `page ${number}`, hash: hashes[number % 4], unstable: number % 5 === 1 },
      })),
    failures: failed.map((number) => ({ name: `page ${number}`, message: `page ${number} is broken` })),
  };
}

async function capture(count: number, of?: Partial<CaptureTarget>): Promise<string> {
  const targets = Array.from({ length: count }, (_, index) => ({
    ...{ name: `page ${index}`, url: `https://pages.example/${index}` },
    ...of,
  }));
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'pages', targets });
  return body.id;
}

const read = async (id: string): Promise<Capture> =>
  (await service.ask<Capture>('GET', `/api/v1/captures/${id}`)).body;

interface Waiting {
  id: string;
  data: Jobs['captureTargets'];
}

const listJobs = async (most: number): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select id, data from pgboss.job where name = 'captureTargets' and state = 'created'
    order by priority desc, created_on limit ${most}`.execute(service.resources.database);
  return rows;
};
const endJob = (id: string) =>
  sql`delete from pgboss.job where id = ${id}`.execute(service.resources.database);

interface Process {
  life: Life;
  handlers: JobHandlers;
}
const startProcess = (life = newLife()): Process => ({
  life,
  handlers: createHandlers(service.resources, fleetOf(life)),
});

/** Runs a job as a process would. Whether it ended; otherwise it was interrupted, or its process was killed. */
const runJob = async ({ handlers }: Process, { data }: Waiting, signal: AbortSignal): Promise<boolean> =>
  handlers
    .captureTargets(data, signal, () => {})
    .then(
      () => true,
      () => false,
    );

const turn = fc.record({
  /** Which process takes each of the jobs that are due; both processes may believe to have the same one. */
  takers: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
  isShared: fc.boolean(),
  killed: fc.option(fc.record({ process: fc.nat(1), after: fc.nat(60) }), { nil: null }),
  interruptedAfterMs: fc.option(fc.nat(30), { nil: null }),
});

test('whichever process takes a chunk, is killed or interrupted, a capture comes out as if one process had made it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 170 }),
      fc.array(turn, { maxLength: 6 }),
      async (count, turns) => {
        const id = await capture(count);
        const processes: Process[] = [startProcess(), startProcess()];
        const processAt = (index: number): Process => processes[index] ?? startProcess();
        const play = async ({ takers, isShared, killed, interruptedAfterMs }: (typeof turns)[number]) => {
          const jobs = await listJobs(takers.length);
          if (killed) processAt(killed.process).life.left = killed.after;
          const interruption = new AbortController();
          if (interruptedAfterMs !== null)
            setTimeout(() => interruption.abort(new Error('interrupted')), interruptedAfterMs);
          const done = await Promise.all(
            jobs.map(async (job, index) => {
              const ran = [runJob(processAt(takers[index] ?? 0), job, interruption.signal)];
              if (isShared) ran.push(runJob(processAt(1 - (takers[index] ?? 0)), job, interruption.signal));
              return (await Promise.all(ran)).includes(true);
            }),
          );
          for (const [index, job] of jobs.entries()) if (done[index]) await endJob(job.id);
          if (killed) processes[killed.process] = startProcess();
          return jobs.length > 0;
        };
        for (const one of turns) await play(one);
        while (await play({ takers: [0, 1], isShared: false, killed: null, interruptedAfterMs: null }));
        expect(await read(id)).toMatchObject(expected(count));
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

/** Takes jobs as a process of its own would. */
async function startWorking(life: Life): Promise<{ queue: Queue; stop(): Promise<void> }> {
  const { connectionString } = service;
  const own = openDatabase({ connectionString });
  const queue = await openQueue(own.database, () => {});
  const resources = { ...service.resources, database: own.database, queue };
  await queue.work(createHandlers(resources, fleetOf(life)), ['capture']);
  const stop = async () => {
    await queue.interrupt();
    await queue.stop();
    await own.database.destroy();
  };
  return { queue, stop };
}

test('two processes share a capture, and one goes on alone with what the other had begun', async () => {
  // Slow enough that neither is done before the other has begun.
  const lives = [newLife({ pace: 60 }), newLife({ pace: 60 })] as const;
  const id = await capture(320);
  const working = await Promise.all(lives.map(startWorking));
  try {
    await expect
      .poll(() => Math.min(...lives.map(({ captured }) => captured.length)), patience)
      .toBeGreaterThan(10);
    await working[1]?.stop();
    await settled(service, 'captures', id, { patience: 60_000 });
    expect(await read(id)).toMatchObject(expected(320));
    expect(lives[1].captured.length).toBeLessThan(300);
    // Nothing was captured twice but what was interrupted.
    const all = lives.flatMap(({ captured }) => captured);
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(lanes);
  } finally {
    await working[0]?.stop();
  }
}, 90_000);

test('a capture that is cancelled stops in each process', async () => {
  const lives = [newLife({ pace: 20 }), newLife({ pace: 20 })] as const;
  const id = await capture(400);
  const working = await Promise.all(lives.map(startWorking));
  try {
    await expect
      .poll(() => Math.min(...lives.map(({ captured }) => captured.length)), patience)
      .toBeGreaterThan(10);
    await service.ask('POST', `/api/v1/captures/${id}/cancel`, {});
    await expect.poll(() => listJobs(10), patience).toEqual([]);
    const { completedSnapshots, failedSnapshots, status } = await read(id);
    expect([status, completedSnapshots + failedSnapshots]).toEqual(['failed', 400]);
    const begun = lives.flatMap(({ captured }) => captured).length;
    expect(begun).toBeLessThan(350);
  } finally {
    for (const one of working) await one.stop();
  }
}, 90_000);

test('a build that another process found not to start is not tried again, chunk after chunk', async () => {
  const url = 'https://stories.example/iframe.html?viewMode=story&id=';
  const id = await capture(60, { framework: 'stories-a' });
  await sql`
    update snapshots set target = target || jsonb_build_object('url', ${url} || position::text) where capture_id = ${id}`.execute(
    service.resources.database,
  );
  const [one, other] = [startProcess(newLife({ isBroken: true })), startProcess(newLife({ isBroken: true }))];
  const [first] = await listJobs(1);
  if (first && (await runJob(one, first, new AbortController().signal))) await endJob(first.id);
  const [second] = await listJobs(1);
  if (second && (await runJob(other, second, new AbortController().signal))) await endJob(second.id);
  expect([one.life.captured.length, other.life.captured.length]).toEqual([30, 0]);
  const { failures } = await read(id);
  expect(new Set(failures.map(({ message }) => message))).toEqual(new Set([`no start ${untriedWords}`]));
  expect(failures.length).toBe(60);
});
