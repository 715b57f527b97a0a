import { actorText } from '@svc/schema/actorText';
import type { DiffResult } from '@svc/sdk';
import type { StoryResult } from '../protocol.js';

const reviewable: readonly string[] = ['changed', 'new', 'removed'];

/** @param variant of the story */
export function presentResult(result: DiffResult, diffId: string, variant: string): StoryResult {
  const { name, viewport, browser, status, approvalStatus } = result;
  return {
    diffId,
    slot: { name, viewport, browser },
    variant: [variant, browser].filter(Boolean).join(', '),
    status,
    approvalStatus,
    text: [lookText(result), decisionText(result)].filter(Boolean).join('. '),
    isPending: reviewable.includes(status) && approvalStatus === 'pending',
    baselineUrl: result.baselineImageUrl,
    currentUrl: result.currentImageUrl || null,
    differenceUrl: result.diffImageUrl,
  };
}

function lookText({ status, diffPercentage }: DiffResult): string {
  if (status === 'unchanged') return 'Unchanged';
  if (status === 'new') return 'New';
  if (status === 'removed') return 'Removed';
  if (status === 'skipped') return 'Not captured in this run';
  return diffPercentage === null ? 'Changed' : `Changed: ${percentText(diffPercentage)} of the pixels`;
}

const percentText = (percent: number): string => {
  if (percent > 0 && percent < 0.01) return 'less than 0.01%';
  return `${Number(percent.toFixed(2))}%`;
};

function decisionText({ status, approvalStatus, decidedBy, note, approvals }: DiffResult): string {
  if (!reviewable.includes(status)) return '';
  if (approvalStatus === 'pending') return 'Waits for a review';
  const by = decidedBy ? ` by ${actorText(decidedBy)}` : '';
  if (approvalStatus === 'rejected') return `Rejected${by}${note ? `: ${note}` : ''}`;
  if (approvals && approvals.given < approvals.required)
    return `${approvals.given} of ${approvals.required} approvals`;
  return `Approved${by}`;
}
