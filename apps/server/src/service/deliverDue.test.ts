import { expect, test } from 'vitest';
import { deliverDue } from './deliverDue.js';

const { signal } = new AbortController();

/** Lends numbers in their order. */
function numbersTo(last: number) {
  let next = 1;
  return async (limit: number) => {
    const lent: number[] = [];
    while (lent.length < limit && next <= last) lent.push(next++);
    return lent;
  };
}

test('what hangs holds up only itself', async () => {
  let end = () => {};
  const hanging = new Promise<void>((resolve) => {
    end = resolve;
  });
  const delivered: number[] = [];
  const deliver = async (one: number) => {
    if (one === 1) await hanging;
    delivered.push(one);
    if (one === 20) end();
  };
  await deliverDue({ most: 2, take: numbersTo(20), deliver }, signal);
  expect(delivered).toEqual([...Array.from({ length: 19 }, (_, index) => index + 2), 1]);
});

test('no more than so many are under way, and those are told', async () => {
  const known: number[] = [];
  let underWay = 0;
  const take = numbersTo(10);
  await deliverDue(
    {
      most: 3,
      take: (limit, those) => {
        known.push(those.length + limit);
        return take(limit);
      },
      deliver: async () => {
        expect(++underWay).toBeLessThanOrEqual(3);
        await Promise.resolve();
        underWay--;
      },
    },
    signal,
  );
  expect(new Set(known)).toEqual(new Set([3]));
});

test('a failure is thrown once all others have ended, and nothing is begun after it', async () => {
  const ended: number[] = [];
  const deliver = async (one: number) => {
    if (one === 1) throw new Error('the database is away');
    await Promise.resolve();
    ended.push(one);
  };
  await expect(deliverDue({ most: 2, take: numbersTo(9), deliver }, signal)).rejects.toThrow('is away');
  expect(ended).toEqual([2]);
  const take = () => Promise.reject(new Error('nobody lends'));
  await expect(deliverDue({ most: 2, take, deliver }, signal)).rejects.toThrow('nobody lends');
});
