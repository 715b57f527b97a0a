import { expect, it } from 'vitest';
import { endWords } from './endWords.js';

const counts = (pending: number, rejected = 0, failed = 0) => ({ counts: { pending, rejected, failed } });

it.each([
  [{ status: 'open', exitCode: null, conclusion: null, diffs: [] }, /is still running/],
  [
    {
      status: 'cancelled',
      exitCode: null,
      conclusion: 'failure',
      error: 'superseded by commit c2',
      diffs: [],
    },
    /^The session was superseded by commit c2, /,
  ],
  [{ status: 'expired', exitCode: null, conclusion: null, diffs: [counts(1)] }, /for a day/],
  [{ status: 'completed', exitCode: 0, conclusion: 'success', diffs: [counts(0)] }, /^Everything looks/],
  [
    { status: 'completed', exitCode: 0, conclusion: 'failure', diffs: [counts(2, 1), counts(1, 0, 4)] },
    /^3 to review, 1 rejected, 4 not captured\.$/,
  ],
  [
    { status: 'completed', exitCode: 0, conclusion: 'failure', diffs: [] },
    /^The run failed because it sent no/,
  ],
  [{ status: 'completed', exitCode: 3, conclusion: null, diffs: [counts(0)] }, /^The command ended with 3,/],
  [
    { status: 'completed', exitCode: 3, conclusion: 'failure', diffs: [counts(1)] },
    /with 3, .*\. 1 to review\.$/,
  ],
] as const)('%j', (session, words) => {
  expect(endWords(session)).toMatch(words);
});
