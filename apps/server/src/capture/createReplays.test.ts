import { expect, test } from 'vitest';
import type { CaptureOutcome } from '../domain/captures/Fleet.js';
import { createReplays } from './createReplays.js';

const failed: CaptureOutcome = { ok: false, message: 'the play function failed: no button', isPlay: true };
const captured: CaptureOutcome = {
  ok: true,
  png: Buffer.alloc(0),
  unstable: false,
  timings: { load: 1, settle: 1, shot: 1 },
  renderer: 'test',
};

test('only a play function is run again', () => {
  const replays = createReplays();
  expect(replays.isDue(failed)).toBe(true);
  expect(replays.isDue({ ok: false, message: 'the story threw an error' })).toBe(false);
  expect(replays.isDue(captured)).toBe(false);
});

test('one that succeeds alone says so', async () => {
  expect(await createReplays().play(async () => captured)).toMatchObject({
    ok: true,
    notes: ['the play function failed beside other pages, and succeeded alone'],
  });
});

test('those that fail alone too are given a minute in all', async () => {
  let now = 0;
  const replays = createReplays(() => now);
  const slow = async () => {
    now += 25_000;
    return failed;
  };
  for (let round = 0; round < 3; round += 1) {
    expect(replays.isDue(failed)).toBe(true);
    expect(await replays.play(slow)).toEqual(failed);
  }
  expect(replays.isDue(failed)).toBe(false);
});
