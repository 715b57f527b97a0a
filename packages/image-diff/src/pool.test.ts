import { compare, ImageError, inspect } from '@svc/image-diff';
import { Pool, PoolError } from '@svc/image-diff/pool';
import { afterEach, expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';

const pools: Pool[] = [];
const open = (...options: ConstructorParameters<typeof Pool>) => {
  const pool = new Pool(...options);
  pools.push(pool);
  return pool;
};
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const white = paint(60, 40, () => [255, 255, 255, 255]);
const marked = paint(60, 40, (x, y) => (x > 20 && y > 30 ? [200, 0, 0, 255] : [255, 255, 255, 255]));
const large = (level: number) =>
  paint(700, 700, (x, y) => [(x * level) & 255, (y * level) & 255, level, 255]);
const [one, other] = [large(3), large(7)];

/** What the worker cannot read, so that it fails in a way that no caller is to blame for. */
const broken = null as unknown as Uint8Array;

test('answers as compare and inspect do', async () => {
  const pool = open({ workers: 2 });
  const [compared, loose, inspected] = await Promise.all([
    pool.compare(white, marked),
    pool.compare(white, marked, { threshold: 1 }),
    pool.inspect(marked),
  ]);
  expect(compared).toEqual(await compare(white, marked));
  expect(loose).toMatchObject({ equal: true, mask: null });
  expect(inspected).toEqual(await inspect(marked));
});

test('refusals arrive as they were thrown', async () => {
  const pool = open({ workers: 1 });
  const refused = pool.inspect(white.subarray(0, 50));
  await expect(refused).rejects.toBeInstanceOf(ImageError);
  await expect(refused).rejects.toMatchObject({ code: 'IMAGE_INVALID', message: 'PNG: it is truncated' });
  await expect(pool.compare(white, marked, { threshold: 2 })).rejects.toBeInstanceOf(RangeError);
  expect(await pool.compare(white, white)).toMatchObject({ equal: true });
});

test('a job that fails takes only its own thread with it', async () => {
  const pool = open({ workers: 2 });
  const jobs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    i === 3 ? pool.inspect(broken) : pool.compare(white, marked),
  );
  const results = await Promise.allSettled(jobs);
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => i !== 3),
  );
  await expect(jobs[3]).rejects.toMatchObject({ name: 'PoolError', code: 'WORKER_FAILED' });
});

test('takes no more than fit into the queue', async () => {
  const pool = open({ workers: 1, queueLimit: 2 });
  const taken = [0, 1, 2].map(() => pool.compare(one, other));
  await expect(pool.compare(one, other)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  expect(await Promise.all(taken)).toHaveLength(3);
  expect(await pool.compare(white, white)).toMatchObject({ equal: true });
});

test('a cancelled job ends, waiting or running, and the others do not', async () => {
  const pool = open({ workers: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = pool.compare(one, other, { signal: running.signal });
  const second = pool.compare(one, other, { signal: waiting.signal });
  const third = pool.compare(white, marked);
  waiting.abort(new Error('second thoughts'));
  running.abort(new Error('too late'));
  await expect(first).rejects.toThrow('too late');
  await expect(second).rejects.toThrow('second thoughts');
  expect(await third).toMatchObject({ equal: false });
  await expect(pool.inspect(white, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('a job over the time limit is given up', async () => {
  const pool = open({ workers: 1, timeLimit: 0 });
  await expect(pool.compare(one, other)).rejects.toMatchObject({ code: 'TIME_LIMIT' });
});

test('a closed pool gives everything up and takes nothing', async () => {
  const pool = open({ workers: 1 });
  const jobs = [pool.compare(one, other), pool.compare(one, other)];
  const results = Promise.allSettled(jobs);
  await pool.close();
  for (const result of await results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'CLOSED' } });
  }
  await expect(pool.inspect(white)).rejects.toBeInstanceOf(PoolError);
});
