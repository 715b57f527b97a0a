import { expect, it } from 'vitest';
import { baselinesInWords, decisionsInWords } from './buildWords.js';

const at = '2026-11-23T10:00:00.000Z';
const decided = { kind: 'approved', actor: 'user:Ada', count: 3, revokedCount: 0, at } as const;
const moved = { branch: 'main', actor: 'user:Ada', promotedCount: 2, removedCount: 0, revokedCount: 0, at };

it('decisions of a build are counted, with those that were taken back', () => {
  expect(decisionsInWords(decided)).toBe('3 snapshots approved');
  expect(decisionsInWords({ ...decided, count: 1, kind: 'rejected' })).toBe('1 snapshot rejected');
  expect(decisionsInWords({ ...decided, revokedCount: 1 })).toBe('3 snapshots approved (1 taken back)');
  expect(decisionsInWords({ ...decided, revokedCount: 3 })).toBe('3 snapshots approved (taken back)');
});

it('so is what became baselines', () => {
  expect(baselinesInWords(moved)).toBe('2 baselines set');
  expect(baselinesInWords({ ...moved, promotedCount: 1, removedCount: 2 })).toBe('1 baseline set, 2 removed');
  expect(baselinesInWords({ ...moved, promotedCount: 0, removedCount: 1, revokedCount: 1 })).toBe(
    '1 baseline removed (taken back)',
  );
});
