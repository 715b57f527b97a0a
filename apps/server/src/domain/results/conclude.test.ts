import { expect, test } from 'vitest';
import { conclude, concludeAll } from './conclude.js';

const decided = { pending: 0, rejected: 0, failed: 0, awaiting: 0 };

test.each<[string, Parameters<typeof conclude>, ReturnType<typeof conclude>]>([
  ['everything is decided', ['completed', decided, 0, false], 'success'],
  ['no command reported an exit code', ['completed', decided, null, false], 'success'],
  ['somebody has to look', ['completed', { ...decided, pending: 1 }, 0, false], 'failure'],
  ['somebody said no', ['completed', { ...decided, rejected: 1 }, 0, false], 'failure'],
  ['somebody else has to approve as well', ['completed', { ...decided, awaiting: 1 }, 0, false], 'failure'],
  ['a snapshot failed', ['completed', { ...decided, failed: 1 }, 0, false], 'failure'],
  ['the command crashed, its images are fine', ['completed', decided, 1, false], null],
  [
    'the command crashed, and somebody has to look',
    ['completed', { ...decided, pending: 1 }, 1, false],
    'failure',
  ],
  ['no snapshot arrived', ['completed', decided, 0, true], 'failure'],
  ['no snapshot arrived, and the command crashed', ['completed', decided, 1, true], 'failure'],
  ['the diff failed', ['failed', decided, 0, false], 'failure'],
  ['the diff is under way', ['processing', { ...decided, pending: 1 }, null, false], null],
])('%s (R25)', (_, given, conclusion) => {
  expect(conclude(...given)).toBe(conclusion);
});

test('several diffs conclude together', () => {
  expect(concludeAll(['success', 'success'])).toBe('success');
  expect(concludeAll(['success', null, 'failure'])).toBe('failure');
  expect(concludeAll(['success', null])).toBeNull();
  expect(concludeAll([])).toBe('success');
});
