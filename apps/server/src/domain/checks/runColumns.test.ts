import { expect, test } from 'vitest';
import { runColumns } from './runColumns.js';

const nothing = { checkout: null, shardIndex: null, shardTotal: null, job: null, runKey: null };

test.each([
  [{}, nothing],
  [{ commit: 'a1' }, { ...nothing, checkout: 'a1' }],
  [
    { commit: 'a1', checkout: 'b2' },
    { ...nothing, checkout: 'b2' },
  ],
  [
    { shard: '2/14', job: 'e2e', runKey: '77' },
    { checkout: null, shardIndex: 2, shardTotal: 14, job: 'e2e', runKey: '77' },
  ],
  [
    { shard: '3/?', runKey: '77' },
    { ...nothing, shardIndex: 3, runKey: '77' },
  ],
])('keeps %o as %o (R46)', (fields, columns) => {
  expect(runColumns(fields)).toEqual(columns);
});
