import { actorText } from './actorText.js';
import type { BaselineExplanation } from './laterFields.js';
import type { ReportedResult } from './Output.js';
import { shortCommit } from './shortCommit.js';

const placeText = (ref: string | null, commit: string | null): string =>
  [ref, commit && shortCommit(commit)].filter(Boolean).join('@');

function approvalText({ approvedBy, approvedIn }: BaselineExplanation): string {
  if (approvedBy === null) return '';
  return `, approved by ${actorText(approvedBy)}${approvedIn ? ` in ${approvedIn}` : ''}`;
}

/** What a reason adds to the place and the approval. */
const remarks: Partial<Record<BaselineExplanation['reason'], (baseline: BaselineExplanation) => string>> = {
  'target-moved': () => '; the target branch has changed since this branch approved its own',
  'history-unknown': () => '; a guess',
};

function explained(baseline: BaselineExplanation): string {
  const { reason, ref, commit, captureId, newer } = baseline;
  const place =
    reason === 'base-capture' ? `capture ${captureId}` : placeText(ref, commit) || (captureId ?? '');
  if (!place) return 'no baseline yet';
  const later = newer
    ? `; ${placeText(newer.ref, newer.commit)} looks different${newer.diffId ? ` (${newer.diffId})` : ''}, which this commit lacks`
    : '';
  return `against ${place}${approvalText(baseline)}${remarks[reason]?.(baseline) ?? ''}${later}`;
}

/** `branch:main`, `capture:cap_…` or `approval:dif_…` in words. */
function sourceText(source: string): string {
  const kind = source.slice(0, source.indexOf(':'));
  const name = source.slice(kind.length + 1);
  if (kind === 'capture') return `against capture ${name}`;
  if (kind === 'approval') return `approved before in ${name}`;
  return `against ${kind === 'branch' ? name : source}`;
}

/** Against what a result was compared and why, as far as the service says it; empty where there is nothing to say. */
export function baselineText({
  baseline,
  baselineSource,
}: Pick<ReportedResult, 'baseline' | 'baselineSource'>): string {
  if (baseline) return explained(baseline);
  return baselineSource === null ? '' : sourceText(baselineSource);
}
