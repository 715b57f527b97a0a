import { expect, test } from 'vitest';
import { conclude, concludeAll, isOpen } from './conclude.js';

const decided = { pending: 0, rejected: 0, failed: 0, awaiting: 0 };

test('whatever somebody has to look at keeps a diff open', () => {
  expect(isOpen(decided)).toBe(false);
  for (const count of Object.keys(decided)) expect(isOpen({ ...decided, [count]: 1 })).toBe(true);
});

test.each<[string, Parameters<typeof conclude>, ReturnType<typeof conclude>]>([
  ['everything is decided', ['completed', false, 0, false], 'success'],
  ['no command reported an exit code', ['completed', false, null, false], 'success'],
  ['somebody has to look', ['completed', true, 0, false], 'failure'],
  ['the command crashed, its images are fine', ['completed', false, 1, false], null],
  ['the command crashed, and somebody has to look', ['completed', true, 1, false], 'failure'],
  ['no snapshot arrived', ['completed', false, 0, true], 'failure'],
  ['no snapshot arrived, and the command crashed', ['completed', false, 1, true], 'failure'],
  ['the diff failed', ['failed', false, 0, false], 'failure'],
  ['the diff is under way', ['processing', true, null, false], null],
])('%s (R25)', (_, given, conclusion) => {
  expect(conclude(...given)).toBe(conclusion);
});

test('several diffs conclude together', () => {
  expect(concludeAll(['success', 'success'])).toBe('success');
  expect(concludeAll(['success', null, 'failure'])).toBe('failure');
  expect(concludeAll(['success', null])).toBeNull();
  expect(concludeAll([])).toBe('success');
});
