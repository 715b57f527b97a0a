import { actorText } from '@svc/schema/actorText';
import type { BaselineExplanation } from '@svc/sdk';
import type { ReportedResult } from './Output.js';
import { shortCommit } from './shortCommit.js';

type ExplainedResult = Pick<ReportedResult, 'status' | 'baseline' | 'baselineSource' | 'decidedBy'>;

/** `main@1a2b3c4`. */
export const placeText = (ref: string | null, commit: string | null): string =>
  [ref, commit && shortCommit(commit)].filter(Boolean).join('@');

/** `, approved by Ada in dif_1`. */
export const approvalText = (by: string | null, diffId: string | null): string =>
  by === null ? '' : `, approved by ${actorText(by)}${diffId ? ` in ${diffId}` : ''}`;

function againstText(
  status: string,
  { reason, ref, commit, captureId, ...approval }: BaselineExplanation,
): string {
  const place = reason === 'base-capture' ? `capture ${captureId}` : placeText(ref, commit);
  if (!place) return reason === 'target-moved' ? 'no baseline' : 'no baseline yet';
  const given = approvalText(approval.approvedBy, approval.approvedIn);
  // What is new although there is a place was removed there, and somebody approved that.
  return `${status === 'new' ? 'removed on' : 'against'} ${place}${given}`;
}

/** What a reason adds. */
function remarkText(
  reason: BaselineExplanation['reason'],
  { baselineSource, decidedBy }: ExplainedResult,
): string {
  switch (reason) {
    case 'target-moved':
      return '; the target branch has changed since the approval on this branch';
    case 'history-unknown':
      return '; a guess';
    case 'remembered': {
      const by = decidedBy === null ? '' : ` by ${actorText(decidedBy)}`;
      return `; the same change was approved before${by} in ${baselineSource?.replace(/^approval:/, '')}`;
    }
    default:
      return '';
  }
}

const newerText = ({ newer }: BaselineExplanation): string =>
  newer
    ? `; ${placeText(newer.ref, newer.commit)} looks different${newer.diffId ? ` (${newer.diffId})` : ''}, but this commit does not contain it`
    : '';

/** `branch:main`, `capture:cap_…` or `approval:dif_…` in words, from a service that does not explain them. */
function sourceText(source: string): string {
  const kind = source.slice(0, source.indexOf(':'));
  const name = source.slice(kind.length + 1);
  if (kind === 'capture') return `against capture ${name}`;
  if (kind === 'approval') return `approved before in ${name}`;
  return `against ${kind === 'branch' ? name : source}`;
}

/** Against what a result was compared and why; empty where nobody knows. */
export function baselineText(result: ExplainedResult): string {
  const { status, baseline, baselineSource } = result;
  if (!baseline) return baselineSource === null ? '' : sourceText(baselineSource);
  return `${againstText(status, baseline)}${remarkText(baseline.reason, result)}${newerText(baseline)}`;
}
