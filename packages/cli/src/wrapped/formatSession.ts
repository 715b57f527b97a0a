import type { CompletedSession } from '@svc/sdk';

type SessionDiff = CompletedSession['diffs'][number];

const namesShown = 20;

function countsText({ changed, new: added, removed, unchanged, failed }: SessionDiff['summary']): string {
  const counts = [`${changed} changed`, `${added} new`, `${removed} removed`, `${unchanged} unchanged`];
  return [...counts, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ');
}

const verdicts = { success: 'nothing to review', failure: 'to review' };

function diffLines({ suite, conclusion, summary, changedSnapshots, reviewUrl, checkRunUrl }: SessionDiff) {
  const verdict = conclusion === null ? 'not judged, since the command failed' : verdicts[conclusion];
  const names = changedSnapshots.slice(0, namesShown).map((name) => `  ${name}`);
  const more = changedSnapshots.length - names.length;
  return [
    `Suite "${suite}": ${verdict} (${countsText(summary)})`,
    ...names,
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(reviewUrl && conclusion !== 'success' ? [`Review: ${reviewUrl}`] : []),
    ...(checkRunUrl ? [`Check run: ${checkRunUrl}`] : []),
  ];
}

/** What a person reads at the end of a session. */
export const formatSession = ({ diffs }: CompletedSession): string =>
  `${diffs.flatMap(diffLines).join('\n')}\n`;
