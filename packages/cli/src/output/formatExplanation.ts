import { actorText } from '@svc/schema/actorText';
import { changeParts } from '@svc/schema/changeParts';
import type { DiffResult } from '@svc/sdk';
import { amountText } from './amountText.js';
import { approvalText, baselineText, placeText } from './baselineText.js';
import { explainCauses } from './causeLines.js';
import { countText } from './countText.js';
import { noteText } from './noteText.js';
import type { ExplanationOutput } from './Output.js';
import { percentageText } from './percentageText.js';
import { shortCommit } from './shortCommit.js';
import { slotText } from './slotText.js';
import { timeText } from './timeText.js';

type Candidate = ExplanationOutput['candidates'][number];
type Choice = ExplanationOutput['choices'][number];

function headText({ branch, commit, checkout, target }: ExplanationOutput['head']): string {
  const tested = checkout && checkout !== commit ? `, tested as ${shortCommit(checkout)}` : '';
  const goal = target === null ? '' : `, compared with ${target}`;
  return `Commit: ${placeText(branch, commit) || 'none'}${tested}${goal}`;
}

function candidateLines({ ref, commit, hash, seen, chosen, why, ...approval }: Candidate): string[] {
  const state = chosen ? 'chosen' : seen ? 'seen' : 'not seen';
  const removal = hash === null ? ' (removed)' : '';
  const at = approval.approvedAt === null ? '' : `, ${timeText(approval.approvedAt)}`;
  const given = approvalText(approval.approvedBy, approval.approvedIn);
  return [`  ${state.padEnd(9)} ${placeText(ref, commit)}${removal}${given}${at}`, `${' '.repeat(12)}${why}`];
}

function choiceLines({ kind, by, at, branch, diffId, isForCurrent, counts, why }: Choice): string[] {
  const place = branch === null ? '' : ` on ${branch}`;
  const side = isForCurrent ? 'for this image' : 'for the baseline';
  return [
    `  ${(counts ? 'counts' : '-').padEnd(9)} ${kind} by ${actorText(by)} in ${diffId}${place}, ${timeText(at)}, ${side}`,
    `${' '.repeat(12)}${why}`,
  ];
}

function listOf(title: string, none: string, lines: string[]): string[] {
  return lines.length === 0 ? [`${title}: ${none}`] : [`${title}, the newest first:`, ...lines];
}

const regionsShown = 5;

/** What changed, and where. */
function changeLines({ change }: ExplanationOutput): string[] {
  const parts = changeParts(change);
  const regions = change.regions ?? [];
  const shown = regions.slice(0, regionsShown).map(({ x, y, width, height, kind, severity }) => {
    const place = `  ${width} × ${height} at x = ${x}, y = ${y}`;
    return kind && severity ? `${place}: ${kind}, severity ${severity}` : place;
  });
  if (parts.length + shown.length === 0) return [];
  const more = regions.length - shown.length;
  return [
    `Changed: ${parts.join('; ') || countText(regions.length, 'region')}`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** What a person reads of how a result came about. */
export function formatExplanation(
  explanation: ExplanationOutput,
  result: Pick<
    DiffResult,
    | 'diffPercentage'
    | 'reason'
    | 'subthreshold'
    | 'similarity'
    | 'baselineSource'
    | 'decidedBy'
    | 'note'
    | 'ignored'
  >,
): string {
  const { diffPercentage, reason, similarity, baselineSource, decidedBy, note, ignored } = result;
  const { status, approvalStatus, baseline, head, candidates, choices, incomplete, reviewUrl } = explanation;
  const by = decidedBy === null ? '' : ` by ${actorText(decidedBy)}`;
  const amount = diffPercentage || reason ? amountText(result) : '';
  const decision = ['unchanged', 'skipped'].includes(status) ? '' : `${approvalStatus}${by}`;
  const base = baselineText({ status, baseline, baselineSource, decidedBy }) || 'no baseline';
  return [
    `${slotText(explanation)}: ${[status, amount, decision].filter(Boolean).join(', ')}`,
    ...changeLines(explanation),
    // An older service does not say.
    ...(typeof similarity === 'number' ? [`Similarity (SSIM): ${similarity.toFixed(4)}`] : []),
    ...explainCauses(explanation.change.causes),
    headText(head),
    ...(explanation.provenFrom
      ? [`Image: proven by bytes from ${explanation.provenFrom}, without a browser`]
      : []),
    // An older service does not say.
    ...(note ? [`Note: ${noteText(note)}`] : []),
    `Compared: ${base}`,
    ...(ignored
      ? [
          `Ignored: ${percentageText(ignored.percentage)} of the image${ignored.isLarge ? '; changes there are not shown' : ''}`,
        ]
      : []),
    ...incomplete.map(({ url, reason }) => `Captured without ${url} (${reason})`),
    ...(head.isHistoryKnown
      ? []
      : ['The history of the commit is not fully known, so baselines may be guessed']),
    ...listOf('Possible baselines', 'none', candidates.flatMap(candidateLines)),
    ...listOf('Decisions about these images', 'none', choices.flatMap(choiceLines)),
    ...(reviewUrl ? [`Review: ${reviewUrl}`] : []),
    '',
  ].join('\n');
}
