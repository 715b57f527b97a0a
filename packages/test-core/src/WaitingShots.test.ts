import { expect, test } from 'vitest';
import type { Shot } from './Shot.js';
import type { SnapshotRun } from './SnapshotRun.js';
import { WaitingShots } from './WaitingShots.js';

const shot = (name: string, attempt = 0) => ({ suite: 'e2e', name, attempt }) as Shot;

function waitFor() {
  const added: string[][] = [];
  const run = { add: (shots: readonly Shot[]) => added.push(shots.map(({ name }) => name)) };
  const opening = Promise.resolve(run as unknown as SnapshotRun);
  return { waiting: new WaitingShots(() => opening), opening, added };
}

test('all attempts of a test are sent together, in their order, once', async () => {
  const { waiting, opening, added } = waitFor();
  waiting.keep('a', [shot('first')]);
  waiting.keep('b', [shot('other')]);
  waiting.keep('a', [shot('second'), shot('third')]);
  waiting.send('a', null);
  waiting.send('a', null);
  await opening;
  expect(added).toEqual([['first', 'second', 'third']]);
  waiting.sendAll();
  waiting.sendAll();
  await opening;
  expect(added).toEqual([['first', 'second', 'third'], ['other']]);
});

test('what only an earlier attempt took is not sent if the test has passed', async () => {
  const { waiting, opening, added } = waitFor();
  for (const test of ['passed', 'failed', 'empty'])
    waiting.keep(test, [shot('both'), shot('a page of an error')]);
  for (const test of ['passed', 'failed']) waiting.keep(test, [shot('both', 1), shot('later', 1)]);
  waiting.send('passed', 1);
  waiting.send('failed', null);
  waiting.send('empty', 1);
  await opening;
  expect(added).toEqual([
    ['both', 'both', 'later'],
    ['both', 'a page of an error', 'both', 'later'],
  ]);
});

test('nothing is sent where there is no run', async () => {
  const opening = Promise.resolve('no API key');
  const waiting = new WaitingShots(() => opening);
  waiting.keep('a', [shot('first')]);
  waiting.sendAll();
  await expect(opening).resolves.toBe('no API key');
});
