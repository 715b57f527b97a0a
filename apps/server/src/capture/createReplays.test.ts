import { expect, test } from 'vitest';
import type { CaptureOutcome } from '../domain/captures/Fleet.js';
import { createReplays, type Replays } from './createReplays.js';

const failed = { ok: false, message: 'the play function failed: no button', isPlay: true } as const;
const late = { ok: false, message: 'timed out after 30 s while loading the build', isLate: true } as const;
const captured: CaptureOutcome = {
  ok: true,
  png: Buffer.alloc(0),
  unstable: false,
  timings: { load: 1, settle: 1, shot: 1 },
  renderer: 'test',
};

const noteImages = (replays: Replays, count: number) => {
  for (let image = 0; image < count; image += 1) replays.note(captured);
};

test('only play functions and time-outs are tried again', () => {
  const replays = createReplays();
  expect(replays.isDue(failed)).toBe(true);
  expect(replays.isDue(late)).toBe(true);
  expect(replays.isDue({ ok: false, message: 'the story threw an error' })).toBe(false);
  expect(replays.isDue(captured)).toBe(false);
});

test('one that succeeds alone says so', async () => {
  const replays = createReplays();
  expect(await replays.play(failed, async () => captured)).toMatchObject({
    ok: true,
    notes: ['the play function failed beside other pages, and succeeded alone'],
  });
  expect(await replays.play(late, async () => captured)).toMatchObject({
    ok: true,
    notes: ['the story timed out beside other pages, and not alone'],
  });
  expect(replays.isDue(late)).toBe(true);
});

test('play functions that fail alone too are given a minute in all', async () => {
  let now = 0;
  const replays = createReplays(() => now);
  const slow = async () => {
    now += 25_000;
    return failed;
  };
  for (let round = 0; round < 3; round += 1) {
    expect(replays.isDue(failed)).toBe(true);
    expect(await replays.play(failed, slow)).toEqual(failed);
  }
  expect(replays.isDue(failed)).toBe(false);
});

test('where everything times out, one story is tried again', async () => {
  const replays = createReplays();
  let tries = 0;
  const again = async (): Promise<CaptureOutcome> => {
    tries += 1;
    return { ...late, message: 'timed out after 15 s while loading the build' };
  };
  // Four pages time out at the same moment.
  expect([1, 2, 3, 4].map(() => replays.isDue(late))).toEqual([true, true, true, true]);
  for (let page = 0; page < 4; page += 1) expect(await replays.play(late, again)).toEqual(late);
  expect(tries).toBe(1);
  expect(replays.isDue(late)).toBe(false);
});

test('among images, one in ten may be tried in vain, and a minute in all', async () => {
  let now = 0;
  const replays = createReplays(() => now);
  const again = async () => {
    now += 15_000;
    return late;
  };
  await replays.play(late, again);
  noteImages(replays, 9);
  expect(replays.isDue(late)).toBe(false);
  noteImages(replays, 1);
  expect(replays.isDue(late)).toBe(true);
  noteImages(replays, 1_000);
  for (let round = 0; round < 3; round += 1) {
    expect(replays.isDue(late)).toBe(true);
    await replays.play(late, again);
  }
  expect(replays.isDue(late)).toBe(false);
});

test('what fails in another way alone tells that', async () => {
  const other: CaptureOutcome = { ok: false, message: 'the story threw an error: x' };
  expect(await createReplays().play(late, async () => other)).toEqual(other);
});
