import { expect, test } from 'vitest';
import { isRunComplete, type ReportedShard } from './isRunComplete.js';

const shard = (index: number, fields: Partial<ReportedShard> = {}): ReportedShard => ({
  suiteId: 1,
  index,
  isComplete: true,
  ended: index,
  ...fields,
});

test.each<[string, number | null, ReportedShard[], boolean]>([
  ['all others reported', 3, [shard(1), shard(2)], true],
  ['one has not reported', 3, [shard(1)], false],
  ['one is not complete', 3, [shard(1), shard(2, { isComplete: false })], false],
  [
    'one crashed, then ran again',
    2,
    [shard(1, { isComplete: false, ended: 1 }), shard(1, { ended: 2 })],
    true,
  ],
  [
    'one ran again and crashed',
    2,
    [shard(1, { ended: 1 }), shard(1, { isComplete: false, ended: 2 })],
    false,
  ],
  ['one has another suite alone', 2, [shard(1, { suiteId: 2 })], true],
  [
    'one crashed in this suite',
    2,
    [shard(1, { isComplete: false }), shard(1, { suiteId: 2, ended: 9 })],
    false,
  ],
  ['one opened no suite', 2, [shard(1, { suiteId: null })], true],
  ['one opened no suite and crashed', 2, [shard(1, { suiteId: null, isComplete: false })], false],
  ['nobody knows how many there are', null, [shard(1)], false],
])('a run of which %s is complete or not (R46)', (_, total, reported, expected) => {
  expect(isRunComplete({ suiteId: 1, index: total ?? 2 }, total, reported)).toBe(expected);
});
