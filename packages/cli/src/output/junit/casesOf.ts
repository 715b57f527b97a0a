import { changeParts } from '@svc/schema/changeParts';
import { amountText } from '../amountText.js';
import { baselineText } from '../baselineText.js';
import { explainCauses } from '../causeLines.js';
import { noteText } from '../noteText.js';
import type { ReportedResult, ReportedSuite } from '../Output.js';
import { slotText } from '../slotText.js';
import { timeText } from '../timeText.js';
import { withoutFailures } from '../withoutFailures.js';

/** Why a test case did not simply pass. */
export interface CaseOutcome {
  kind: 'failure' | 'error' | 'skipped';
  /** What kind of failure. */
  type: string;
  message: string;
  /** Lines. */
  details: string;
}

/** A snapshot as a test; without an outcome it passed. */
export interface Case {
  name: string;
  outcome: CaseOutcome | null;
  /** How long its capture took, in milliseconds; null where that is not known. */
  milliseconds: number | null;
}

const reviewable: readonly string[] = ['changed', 'new', 'removed'];

function detailsOf(result: ReportedResult, reviewUrl: string | null): string {
  const { note, currentImageUrl, baselineImageUrl, diffImageUrl } = result;
  const images: [string, string | null][] = [
    ['Current image', currentImageUrl],
    ['Baseline', baselineImageUrl],
    ['Difference', diffImageUrl],
  ];
  return [
    ...changeParts(result),
    baselineText(result),
    ...explainCauses(result.causes),
    note === null ? '' : `Note: ${noteText(note)}`,
    ...images.map(([title, url]) => (url === null ? '' : `${title}: ${url}`)),
    reviewUrl === null ? '' : `Review: ${reviewUrl}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function outcomeOf(result: ReportedResult, reviewUrl: string | null): CaseOutcome | null {
  const { status, approvalStatus, approvals, ignoredUntil, carried } = result;
  if (status === 'skipped') {
    const message = carried ? 'not captured in this run: it keeps its baseline' : 'left out by the manifest';
    return { kind: 'skipped', type: status, message, details: '' };
  }
  if (!reviewable.includes(status)) return null;
  const isAwaited = approvals !== null && approvals.given < approvals.required;
  if (approvalStatus === 'approved' && !isAwaited) return null;
  const what = [status, amountText(result)].filter(Boolean).join(' ');
  if (approvalStatus === 'pending' && ignoredUntil !== null) {
    const message = `${what}, ignored until ${timeText(ignoredUntil)} UTC`;
    return { kind: 'skipped', type: status, message, details: '' };
  }
  const state = {
    approved: 'waiting for another approval',
    pending: 'waiting for review',
    rejected: 'rejected',
  };
  const message = `${what}, ${state[approvalStatus]}`;
  return { kind: 'failure', type: status, message, details: detailsOf(result, reviewUrl) };
}

/** The accessibility of a suite, whose changes have no snapshot of their own here. */
function accessibilityCases({ accessibility, reviewUrl }: ReportedSuite): Case[] {
  if (!accessibility) return [];
  const { pending, rejected } = accessibility;
  if (pending + rejected === 0) return [];
  const message = `${pending} accessibility changes waiting for review, ${rejected} rejected`;
  const details = reviewUrl === null ? '' : `Review: ${reviewUrl}/accessibility`;
  return [
    {
      name: 'accessibility',
      outcome: { kind: 'failure', type: 'accessibility', message, details },
      milliseconds: null,
    },
  ];
}

/** The test cases of a suite. */
export const casesOf = (suite: ReportedSuite): Case[] => [
  ...withoutFailures(suite).map((result) => ({
    name: slotText(result),
    outcome: outcomeOf(result, suite.reviewUrl),
    milliseconds: result.milliseconds,
  })),
  ...suite.failed.map((failure) => ({
    name: slotText(failure),
    outcome: { kind: 'error' as const, type: 'notCaptured', message: failure.message, details: '' },
    milliseconds: null,
  })),
  ...accessibilityCases(suite),
];
