import { countsText } from '../output/formatSuite.js';
import { openReasons } from '../output/Outcome.js';
import type { ReportedBuild, StatusOutput } from '../output/Output.js';
import type { Style } from '../output/Style.js';
import { shortCommit } from '../output/shortCommit.js';
import { timeText } from '../output/timeText.js';

function stateText(build: ReportedBuild, style: Style): string {
  const { captureStatus, diffStatus, conclusion } = build;
  if (captureStatus === 'failed') return style.bad('The capture failed');
  if (diffStatus === 'failed') return style.bad('The comparison failed');
  if (diffStatus === 'processing') return 'Comparing';
  if (diffStatus === null)
    return captureStatus === 'completed' ? 'Captured without a comparison' : 'Capturing';
  const open = openReasons({ ...build, snapshots: { failed: 0 } });
  if (open.length > 0) return style.attention(`To do: ${open.join(', ')}`);
  return conclusion === 'failure' ? style.bad('Failed') : style.good('Nothing to review');
}

function checkText({ status, conclusion, title, url }: NonNullable<ReportedBuild['check']>, style: Style) {
  const state = status === 'in_progress' ? 'in progress' : (conclusion ?? 'canceled');
  const painted = conclusion === null ? state : (conclusion === 'success' ? style.good : style.bad)(state);
  return [`${painted}: ${title}`, url && style.link(url)].filter(Boolean).join('  ');
}

function buildLines(build: ReportedBuild, style: Style): string[] {
  const { suite, commit, createdAt, counts, check, reviewUrl } = build;
  const of = commit === null ? '' : ` at ${shortCommit(commit)}`;
  return [
    `${style.heading(`Suite "${suite}"`)}${of}, ${timeText(createdAt)} UTC${counts ? `: ${countsText(counts)}` : ''}`,
    `  ${stateText(build, style)}`,
    ...(check ? [`  Check: ${checkText(check, style)}`] : []),
    ...(reviewUrl ? [`  Review: ${style.link(reviewUrl)}`] : []),
  ];
}

/** What a person reads of the newest builds of a branch. */
export function formatStatus({ branch, head, builds }: StatusOutput, style: Style): string {
  const isBuilt = head === null || builds.some(({ commit }) => commit === head);
  const lines = [
    `Branch ${branch}`,
    ...builds.flatMap((build) => buildLines(build, style)),
    ...(isBuilt ? [] : [`The commit that is checked out, ${shortCommit(head)}, has no build yet`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
