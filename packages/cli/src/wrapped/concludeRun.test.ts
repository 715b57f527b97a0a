import { expect, test } from 'vitest';
import { concludeAll, concludeRun, type RunEnd } from './concludeRun.js';

const clean: RunEnd = {
  commandExitCode: 0,
  error: null,
  conclusion: 'success',
  hasCheck: false,
  isLocal: false,
  failOnChanges: false,
  exitZeroOnChanges: false,
};
const error = { code: 'NETWORK_ERROR', message: 'cannot reach the service' };
const changed = { conclusion: 'failure' } as const;

test.each<[string, Partial<RunEnd>, number]>([
  ['nothing to review', {}, 0],
  ['nothing to review, whatever the flags', { failOnChanges: true, exitZeroOnChanges: false }, 0],
  ['the code of the command', { commandExitCode: 7, ...changed }, 7],
  ['a code of Windows', { commandExitCode: 3_221_225_477 }, 3_221_225_477],
  ['the code of the command, although the service failed', { commandExitCode: 7, error }, 7],
  [
    'the code of the command, although changes are to end with 0',
    { commandExitCode: 1, exitZeroOnChanges: true },
    1,
  ],
  ['the service failed', { error }, 2],
  ['the service failed, although changes are to end with 0', { error, exitZeroOnChanges: true }, 2],
  ['changes that nobody else shows', changed, 1],
  ['changes that a check shows', { ...changed, hasCheck: true }, 0],
  ['changes that are to fail', { ...changed, hasCheck: true, failOnChanges: true }, 1],
  ['changes that are to end with 0', { ...changed, exitZeroOnChanges: true }, 0],
  ['local changes', { ...changed, isLocal: true, hasCheck: true }, 1],
  ['local changes that are to end with 0', { ...changed, isLocal: true, exitZeroOnChanges: true }, 0],
  ['what was not judged', { conclusion: null }, 1],
])('%s', (_what, end, exitCode) => {
  expect(concludeRun({ ...clean, ...end }).exitCode).toBe(exitCode);
});

test('suites fail together', () => {
  expect(concludeAll([])).toBe('success');
  expect(concludeAll(['success', null])).toBeNull();
  expect(concludeAll(['success', null, 'failure'])).toBe('failure');
});
