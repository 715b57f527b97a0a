import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestQueue } from '../../testing/queue/useTestQueue.js';

const { database, queue } = await useTestQueue();

interface Job {
  id: string;
  projectId: string;
  captureId: string;
  position: number;
}

let captures = 0;

/** Adds the chunks of a new capture. */
async function add(projectId: string, chunks: number): Promise<string> {
  captures += 1;
  const captureId = `cap_${String(captures).padStart(6, '0')}`;
  const jobs = Array.from({ length: chunks }, (_, index) => ({
    ...{ captureId, projectId },
    ...(index > 0 && { chunk: { from: 50 * index, to: 50 * (index + 1) } }),
  }));
  await database
    .transaction()
    .execute((transaction) => queue.enqueue(transaction, 'captureTargets', ...jobs));
  return captureId;
}

/** Begins the job that a process would take next. */
async function take(): Promise<Job | null> {
  const { rows } = await sql<Job>`
    update pgboss.job set state = 'active', started_on = now() where name = 'captureTargets' and id = (
      select id from pgboss.job where name = 'captureTargets' and state = 'created'
      order by priority desc, created_on limit 1)
    returning id, data ->> 'projectId' project_id, data ->> 'captureId' capture_id,
      coalesce((data -> 'chunk' ->> 'from')::int, 0) position`.execute(database);
  return rows[0] ?? null;
}

const end = (id: string) => sql`delete from pgboss.job where id = ${id}`.execute(database);
const clear = () => sql`delete from pgboss.job where name = 'captureTargets'`.execute(database);

async function takeAll(): Promise<string[]> {
  const taken: string[] = [];
  for (let job = await take(); job; job = await take()) {
    taken.push(`${job.projectId} ${job.captureId} ${job.position / 50}`);
    await end(job.id);
  }
  return taken;
}

test('a small capture does not wait for a large one of another project, nor for one of its own', async () => {
  await clear();
  const large = await add('a', 100);
  const begun = await take();
  const [other, small] = [await add('b', 1), await add('a', 2)];
  if (begun) await end(begun.id);
  expect((await takeAll()).slice(0, 6)).toEqual([
    `b ${other} 0`,
    `a ${small} 0`,
    `a ${large} 1`,
    `a ${small} 1`,
    `a ${large} 2`,
    `a ${large} 3`,
  ]);
});

const step = fc.oneof(
  fc.record({ project: fc.constantFrom('a', 'b', 'c'), chunks: fc.integer({ min: 1, max: 8 }) }),
  fc.constantFrom('take' as const, 'end' as const),
  fc.constant('take' as const),
);

test('projects that wait at the same time get as many turns, however captures come and end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await clear();
      const running: string[] = [];
      const waiting = new Map<string, number>();
      /** Turns of one project since both have been waiting, by the pair. */
      const ahead = new Map<string, number>();
      const taken = new Map<string, number[]>();
      const note = ({ projectId, captureId, position }: Job) => {
        const positions = taken.get(captureId) ?? [];
        taken.set(captureId, [...positions, position]);
        for (const [other, count] of waiting) {
          if (other === projectId || count === 0) continue;
          ahead.set(`${projectId} ${other}`, (ahead.get(`${projectId} ${other}`) ?? 0) + 1);
          ahead.set(`${other} ${projectId}`, (ahead.get(`${other} ${projectId}`) ?? 0) - 1);
        }
        const left = (waiting.get(projectId) ?? 0) - 1;
        waiting.set(projectId, left);
        if (left > 0) return;
        for (const pair of ahead.keys()) if (pair.split(' ').includes(projectId)) ahead.delete(pair);
      };
      const takeOne = async () => {
        const job = await take();
        if (!job) return false;
        running.push(job.id);
        note(job);
        expect(Math.max(0, ...ahead.values())).toBeLessThanOrEqual(2);
        return true;
      };
      for (const one of steps) {
        if (one === 'take') await takeOne();
        else if (one === 'end') await end(running.shift() ?? '00000000-0000-0000-0000-000000000000');
        else {
          await add(one.project, one.chunks);
          waiting.set(one.project, (waiting.get(one.project) ?? 0) + one.chunks);
        }
      }
      while (await takeOne()) await end(running.shift() ?? '');
      // The chunks of a capture keep their order.
      for (const positions of taken.values())
        expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    }),
    { numRuns: 25 },
  );
});
