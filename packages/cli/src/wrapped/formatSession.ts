import { countsText, failureLines, resultLines, todoLines } from '../output/formatSuite.js';
import type { SessionOutput } from '../output/Output.js';

type SessionSuite = SessionOutput['suites'][number];

function suiteLines(suite: SessionSuite): string[] {
  const { counts, conclusion, checkRunUrl } = suite;
  return [
    `Suite "${suite.suite}": ${counts ? countsText(counts) : 'not compared'}`,
    ...failureLines(suite),
    ...resultLines(suite),
    ...(conclusion === null ? ['Not judged, since the command failed'] : todoLines(suite)),
    ...(checkRunUrl ? [`Check: ${checkRunUrl}`] : []),
  ];
}

/** What a person reads at the end of a session. */
export function formatSession({ suites, error }: SessionOutput, why: string | null): string {
  const none = suites.length === 0 && error === null ? ['No snapshots arrived, as --allow-empty allows'] : [];
  const lines = [...none, ...suites.flatMap(suiteLines), ...(why ? [`svc: ${why}`] : [])];
  return lines.map((line) => `${line}\n`).join('');
}
