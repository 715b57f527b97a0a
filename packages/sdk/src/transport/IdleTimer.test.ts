import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IdleTimer } from './IdleTimer.js';

test('what is still sent after the answer does not start it again', async () => {
  const idle = new IdleTimer(20);
  idle.stop();
  idle.noteProgress();
  await sleep(100);
  expect(idle.signal.aborted).toBe(false);
});

test('aborts where nothing moves', async () => {
  const { signal } = new IdleTimer(20);
  await sleep(100);
  expect(signal.aborted).toBe(true);
});
