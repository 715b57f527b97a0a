import { expect, test } from 'vitest';
import type { Shot } from './Shot.js';
import type { SnapshotRun } from './SnapshotRun.js';
import { WaitingShots } from './WaitingShots.js';

const shot = (name: string) => ({ name }) as Shot;

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
  waiting.send('a');
  waiting.send('a');
  await opening;
  expect(added).toEqual([['first', 'second', 'third']]);
  waiting.sendAll();
  waiting.sendAll();
  await opening;
  expect(added).toEqual([['first', 'second', 'third'], ['other']]);
});

test('nothing is sent where there is no run', async () => {
  const opening = Promise.resolve('no API key');
  const waiting = new WaitingShots(() => opening);
  waiting.keep('a', [shot('first')]);
  waiting.sendAll();
  await expect(opening).resolves.toBe('no API key');
});
