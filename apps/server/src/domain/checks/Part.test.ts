import { expect, test } from 'vitest';
import { keyOfPart, nameOfPart, readPart, textOfPart } from './Part.js';
import type { RunColumns } from './runColumns.js';

const part = (fields: Partial<RunColumns>) =>
  readPart({ shardIndex: null, shardTotal: null, job: null, runKey: null, ...fields });
const second = { shardIndex: 2, shardTotal: 4, runKey: '7' };

test.each<[Partial<RunColumns>, string | null]>([
  [{}, null],
  [{ job: 'e2e', runKey: '7' }, 'job e2e'],
  [{ shardIndex: 1, shardTotal: 1, job: 'e2e' }, 'job e2e'],
  [{ ...second, job: 'e2e' }, 'shard 2/4'],
  [{ shardIndex: 2, runKey: '7' }, 'shard 2/?'],
])('of %o the part is %s (R46)', (fields, name) => {
  expect(nameOfPart(part(fields))).toBe(name);
});

test.each<[Partial<RunColumns>, string]>([
  [{}, 'whole'],
  [{ job: 'e2e' }, 'e2e'],
  [second, '2/4'],
  [{ shardIndex: 2 }, '2/?'],
])('%o is written as %s', (fields, text) => {
  expect(textOfPart(part(fields))).toBe(text);
});

test('the same job is the same part in every run, and all others differ', () => {
  expect(keyOfPart(part({ job: 'e2e', runKey: '7' }))).toBe(keyOfPart(part({ job: 'e2e', runKey: '8' })));
  const others = [
    {},
    { job: 'e2e' },
    second,
    { ...second, runKey: '8' },
    { ...second, shardIndex: 3 },
    { ...second, shardTotal: 5 },
    { ...second, job: 'e2e' },
  ];
  expect(new Set(others.map((fields) => keyOfPart(part(fields)))).size).toBe(others.length);
});

test('the shards of a job are of one job, though CI names them apart', () => {
  expect(part({ ...second, job: 'e2e 2/4' }).job).toBe('e2e');
  expect(part({ job: 'e2e 2/4' }).job).toBe('e2e 2/4');
});
