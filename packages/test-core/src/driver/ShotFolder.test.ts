import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeptShot } from './KeptShot.js';
import { attemptOf, type RunningTest } from './RunningTest.js';
import { ShotFolder } from './ShotFolder.js';

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

test('what only failed attempts took is left out once their test has passed, in any process', () => {
  const keep = (name: string, test: RunningTest) =>
    folder.keep(
      { shot: { suite: 'e2e', name, testId: 'a', path: [], attempt: test.attempt }, by: attemptOf(test) },
      png(1),
    );
  const of = (title: string, attempt: number, worker?: string) => ({
    ...{ file: 'a.test.js', titles: [title] },
    ...{ attempt, worker },
  });
  keep('flaky', of('flaky', 0, 'one'));
  keep('an error', of('flaky', 0, 'one'));
  keep('broken', of('broken', 0));
  // In a process that counts from 0 again.
  keep('flaky', of('flaky', 0, 'two'));
  keep('later', of('flaky', 0, 'two'));
  folder.notePassed(of('flaky', 0, 'two'));
  keep('broken', of('broken', 1));
  // What a test takes after it has passed, when it is repeated.
  keep('repeated', of('flaky', 1, 'two'));
  // An attempt that timed out, and went on.
  keep('slow', of('slow', 1));
  keep('slow', of('slow', 0));
  folder.notePassed(of('slow', 1));
  expect(folder.read().shots.map(({ shot: { name, attempt } }) => `${name} ${attempt}`)).toEqual([
    'flaky 0',
    'slow 0',
    'broken 0',
    'flaky 1',
    'later 0',
    'broken 1',
    'repeated 1',
    'slow 1',
  ]);
});

test('tests with the same titles lose nothing to one another', () => {
  const test = { file: 'a.test.js', titles: ['same'] };
  for (const [name, attempt] of [
    ['first', 0],
    ['second', 0],
    ['second', 1],
  ] as const)
    folder.keep(
      { shot: { suite: 'e2e', name, testId: 'a', path: [] }, by: attemptOf({ ...test, attempt }) },
      png(1),
    );
  for (const attempt of [0, 1]) folder.notePassed({ ...test, attempt });
  expect(folder.read().shots).toHaveLength(3);
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
