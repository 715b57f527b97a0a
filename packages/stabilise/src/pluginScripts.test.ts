import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { holdScript, releaseScript, startScript, storyScript } from './pluginScripts.js';
import { checkStabilise, stepsOf } from './StabiliseOptions.js';

const names = Object.keys(stepsOf(true));
const all = Object.fromEntries(names.map((name) => [name, true]));

test.each([true, false, all, ...names.map((name) => ({ ...all, [name]: false }))])(
  'scripts can be read with %j',
  (stabilise) => {
    for (const text of [
      startScript(stabilise),
      storyScript(stabilise),
      holdScript({ stabilise, hidden: ["[a='`\\']"] }),
    ])
      expect(() => new Script(text)).not.toThrow();
    // A driver puts `return` before them.
    for (const text of [holdScript({ stabilise, hidden: null }), releaseScript])
      expect(() => new Script(`(async () => { return ${text} })`)).not.toThrow();
  },
);

test('tests keep their own time and identifiers', () => {
  expect(stepsOf(undefined)).toEqual({ ...all, clock: false, identifiers: false });
  expect(stepsOf(true)).toEqual(stepsOf({}));
  expect(stepsOf({ clock: true, motion: false, quiet: undefined })).toEqual({
    ...all,
    identifiers: false,
    motion: false,
  });
  expect(Object.values(stepsOf(false))).toEqual(names.map(() => false));
});

test.each([
  ['yes', 'must be true, false, or steps: clock, random'],
  [null, 'must be true'],
  [[], 'must be true'],
  [{ animations: false }, 'must not have "animations"; the steps are clock'],
  [{ motion: 'no' }, 'must have true or false for "motion"'],
])('%j: %s', (value, message) => {
  expect(checkStabilise(value)).toContain(message);
});

test('flags and steps are fine', () => {
  for (const value of [true, false, {}, { clock: true, motion: undefined }])
    expect(checkStabilise(value)).toBe(true);
});
