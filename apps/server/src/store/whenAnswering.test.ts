import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { whenAnswering } from './whenAnswering.js';

const lost = new DatabaseUnavailable(new Error('connect ECONNREFUSED'));
const long = { patience: 60_000 };

test('acts again until the database answers, and says once that it waits', async () => {
  const act = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue('done');
  const onWait = vi.fn();
  expect(await whenAnswering(act, { ...long, onWait })).toBe('done');
  expect([act.mock.calls.length, onWait.mock.calls.length]).toEqual([3, 1]);
});

test('gives up when its patience ends', async () => {
  const act = vi.fn().mockRejectedValue(lost);
  await expect(whenAnswering(act, { patience: 100 })).rejects.toBe(lost);
  expect(act.mock.calls.length).toBeGreaterThan(1);
});

test.each([
  ['a wrong password', new DatabaseUnavailable(Object.assign(new Error('no'), { code: '28P01' }))],
  ['an unknown database', new DatabaseUnavailable(Object.assign(new Error('no'), { code: '3D000' }))],
  ['anything else', new Error('a bug')],
])('does not wait for %s', async (_title, error) => {
  const act = vi.fn().mockRejectedValue(error);
  await expect(whenAnswering(act, long)).rejects.toBe(error);
  expect(act.mock.calls.length).toBe(1);
});
