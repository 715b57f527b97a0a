import type { DiffResult } from '@svc/sdk';
import { expect, test } from 'vitest';
import { presentResult } from './presentResult.js';

const textOf = (given: Partial<DiffResult>): string =>
  presentResult(
    {
      name: 'Button',
      viewport: null,
      browser: null,
      status: 'changed',
      approvalStatus: 'pending',
      diffPercentage: 2.306,
      decidedBy: null,
      note: null,
      approvals: null,
      currentImageUrl: '',
      ...given,
    } as DiffResult,
    'dif_1',
    '',
  ).text;

test.each<[string, Partial<DiffResult>]>([
  ['Unchanged', { status: 'unchanged', approvalStatus: 'approved' }],
  ['Changed: 2.31% of the pixels. Waits for a review', {}],
  ['Changed: less than 0.01% of the pixels. Waits for a review', { diffPercentage: 0.001 }],
  ['Changed. Waits for a review', { diffPercentage: null }],
  ['New. Approved by Ada', { status: 'new', approvalStatus: 'approved', decidedBy: 'user:Ada' }],
  [
    'Removed. Rejected by Ada: keep it',
    { status: 'removed', approvalStatus: 'rejected', decidedBy: 'user:Ada', note: 'keep it' },
  ],
  [
    'New. 1 of 2 approvals',
    {
      status: 'new',
      approvalStatus: 'approved',
      approvals: { required: 2, given: 1, by: ['Ada'], mine: true },
    },
  ],
  ['Not captured in this run', { status: 'skipped', approvalStatus: 'approved' }],
])('presentResult: %s', (text, given) => {
  expect(textOf(given)).toBe(text);
});
