import { expect, it } from 'vitest';
import type { CaptureOutcome } from '../domain/captures/Fleet.js';
import { createStarts } from './createStarts.js';

const failure = (message: string, isStart = true): CaptureOutcome => ({ ok: false, message, isStart });
const success = { ok: true } as CaptureOutcome;

const verdictAfter = (...outcomes: CaptureOutcome[]) => {
  const starts = createStarts();
  for (const outcome of outcomes) starts.note('book', outcome);
  return starts.verdict('book');
};

it('gives a build up after three starts that failed alike', () => {
  expect(verdictAfter(failure('no theme'), failure('no theme'))).toBeNull();
  expect(verdictAfter(failure('no theme'), failure('no theme'), failure('no theme'))).toMatch(
    /^no theme \(not tried/,
  );
});

it('continues where failures differ, are of a story, or come after a story was shown', () => {
  expect(verdictAfter(failure('a'), failure('b'), failure('c'))).toBeNull();
  expect(verdictAfter(failure('a', false), failure('a'), failure('a'), failure('a'))).toBeNull();
  expect(verdictAfter(success, failure('a'), failure('a'), failure('a'))).toBeNull();
});

it('judges each build for itself, and pages not at all', () => {
  const starts = createStarts();
  for (let count = 0; count < 3; count += 1) {
    starts.note('book', failure('no theme'));
    starts.note('', failure('no theme'));
  }
  expect([starts.verdict('other'), starts.verdict('')]).toEqual([null, null]);
});
