import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptShot, ShotFolder } from './ShotFolder.js';

let folder: ShotFolder;
beforeEach(() => {
  folder = ShotFolder.make();
});
afterEach(() => folder.remove());

const kept = (testId: string, attempt?: number): KeptShot => ({
  shot: { suite: 'e2e', name: 'Home', testId, path: [], attempt },
  mode: 'assert',
});
const png = (byte: number) => new Uint8Array([byte]);

test('pictures are read in the order in which they were taken, and their attempts counted', () => {
  folder.keep(kept('a'), png(1));
  folder.keep(kept('b'), png(2));
  folder.keep(kept('a'), png(3));
  folder.keep(kept('b', 4), png(4));
  const { shots, hasFailed } = folder.read();
  expect(
    shots.map(({ shot: { testId, attempt, file } }) => [testId, attempt, readFileSync(file)[0]]),
  ).toEqual([
    ['a', 0, 1],
    ['b', 0, 2],
    ['a', 1, 3],
    ['b', 4, 4],
  ]);
  expect(shots[0]?.mode).toBe('assert');
  expect(hasFailed).toBe(false);
});

test('processes find the folder of their run, until it is removed', () => {
  const env = {};
  expect(ShotFolder.ofRun(env)).toBeNull();
  folder.share(env);
  ShotFolder.ofRun(env)?.keep(kept('a'), png(1));
  ShotFolder.ofRun(env)?.noteFailure();
  const { shots, hasFailed } = folder.read();
  expect(hasFailed).toBe(true);
  folder.remove(env);
  expect(existsSync(shots[0]?.shot.file ?? '')).toBe(false);
  expect(ShotFolder.ofRun(env)).toBeNull();
});
