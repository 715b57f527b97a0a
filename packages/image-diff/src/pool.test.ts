import { createHash } from 'node:crypto';
import { compare, ImageError, inspect } from '@svc/image-diff';
import { Pool, PoolError } from '@svc/image-diff/pool';
import { afterEach, expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { widths } from '../tests/failingWorker.mjs';

const pools: Pool[] = [];
const open = (...options: ConstructorParameters<typeof Pool>) => {
  const pool = new Pool(...options);
  pools.push(pool);
  return pool;
};
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

const white = paint(60, 40, () => [255, 255, 255, 255]);
const marked = paint(60, 40, (x, y) => (x > 20 && y > 30 ? [200, 0, 0, 255] : [255, 255, 255, 255]));
const large = (level: number, side = 700) =>
  paint(side, side, (x, y) => [(x * level) & 255, (y * level) & 255, level, 255]);
const [one, other] = [large(3), large(7)];

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

const hashOf = (png: Uint8Array) => createHash('sha256').update(png).digest('hex');

test('answers for images that its threads keep as for others', async () => {
  const images = [white, marked, large(3, 150), large(7, 150)];
  const pairs = images.flatMap((a) => images.filter((b) => b !== a).map((b) => [a, b] as const));
  const wanted = await Promise.all(pairs.map(([a, b]) => compare(a, b, { explain: true })));
  // Two images of 150 × 150 in the first, none of them in the second.
  for (const keepBytes of [200_000, 20_000]) {
    const pool = open({ workers: 2, keepBytes });
    const compareAll = () =>
      Promise.all(
        pairs.map(async ([a, b]) => {
          const inspected = pool.inspect(b);
          const byteHashes = [hashOf(a), hashOf(b)] as const;
          const compared = await pool.compare(a, b, { explain: true, byteHashes });
          expect(await inspected).toEqual(await inspect(b));
          return compared;
        }),
      );
    expect(await compareAll()).toEqual(wanted);
    expect(await compareAll()).toEqual(wanted);
  }
});

test('a thread decodes no image that it keeps', async () => {
  const pool = open({ workers: 1 });
  const nothing = new Uint8Array();
  await pool.inspect(marked);
  const byteHashes = [hashOf(white), hashOf(marked)] as const;
  const compared = await pool.compare(white, nothing, { byteHashes });
  expect(compared).toEqual(await compare(white, marked));
  expect(await pool.compare(nothing, nothing, { byteHashes })).toEqual(compared);
});

test('jobs whose images a thread keeps overtake others only so often', async () => {
  const pool = open({ workers: 1 });
  const byteHashes = [hashOf(white), hashOf(marked)] as const;
  await pool.compare(white, marked, { byteHashes });
  const ended: string[] = [];
  const told = async (name: string, job: Promise<unknown>) => {
    await job;
    ended.push(name);
  };
  const kept = () => told('kept', pool.compare(white, marked, { byteHashes }));
  await Promise.all([kept(), told('other', pool.inspect(one)), ...Array.from({ length: 8 }, kept)]);
  expect(ended.indexOf('other')).toBe(5);
});

test('refusals arrive as they were thrown', async () => {
  const pool = open({ workers: 1 });
  const refused = pool.inspect(white.subarray(0, 50));
  await expect(refused).rejects.toBeInstanceOf(ImageError);
  await expect(refused).rejects.toMatchObject({ code: 'IMAGE_INVALID', message: 'PNG: it is truncated' });
  await expect(pool.compare(white, marked, { threshold: 2 })).rejects.toBeInstanceOf(RangeError);
  expect(await pool.compare(white, white)).toMatchObject({ equal: true });
});

/** A pool of threads that fail for some images. */
const openFailing = (workers: number) =>
  open({ workers, script: new URL('../tests/failingWorker.mjs', import.meta.url).href });

const plain = (width: number) => paint(width, 4, () => [255, 255, 255, 255]);
const dotted = (width: number) => paint(width, 4, (x) => [x === 3 ? 0 : 255, 255, 255, 255]);

test.each([
  ['a trap', widths.trap, 'unreachable'],
  ['a thread that ends', widths.exit, 'its thread ended with code 7'],
])('%s fails its own job and no other', async (_, width, reason) => {
  const pool = openFailing(2);
  const jobs = [60, 60, width, 60, 60, width, 60, 60].map((each) => pool.compare(plain(each), dotted(each)));
  const results = await Promise.allSettled(jobs);
  for (const [i, result] of results.entries()) {
    if (i === 2 || i === 5) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'PoolError', code: 'WORKER_FAILED', cause: { message: reason } },
      });
    } else {
      expect(result).toMatchObject({ status: 'fulfilled', value: { diffPixels: 4 } });
    }
  }
  expect(await pool.compare(white, marked)).toMatchObject({ equal: false });
});

test('an engine that gets no memory fails its own job and no other', async () => {
  const pool = openFailing(1);
  const wide = paint(1300, 1300, () => [1, 2, 3, 255]);
  const jobs = [pool.inspect(white), pool.inspect(wide), pool.inspect(marked)];
  const [before, failed, after] = await Promise.allSettled(jobs);
  expect(before).toMatchObject({ status: 'fulfilled' });
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: {
      name: 'PoolError',
      code: 'WORKER_FAILED',
      cause: { message: expect.stringMatching(/^The image engine needs \d+ bytes and cannot have them\.$/) },
    },
  });
  expect(after).toMatchObject({ status: 'fulfilled' });
});

test('what cannot be sent to a thread fails alone', async () => {
  const pool = open({ workers: 1 });
  const unsendable = { threshold: (() => 1) as unknown as number };
  await expect(pool.compare(white, marked, unsendable)).rejects.toThrow('could not be cloned');
  expect(await pool.compare(white, white)).toMatchObject({ equal: true });
});

test('leaves the caller its bytes', async () => {
  const pool = open({ workers: 1 });
  const padded = new Uint8Array(white.length + 10);
  padded.set(white, 5);
  const middle = padded.subarray(5, 5 + white.length);
  expect(await pool.inspect(middle)).toEqual(await inspect(white));
  expect(middle).toEqual(new Uint8Array(white));
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
