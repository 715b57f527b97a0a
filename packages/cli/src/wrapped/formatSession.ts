import { countsText, failureLines, resultLines, todoLines } from '../output/formatSuite.js';
import type { SessionOutput } from '../output/Output.js';
import { plain, type Style } from '../output/Style.js';

type SessionSuite = SessionOutput['suites'][number];

function suiteLines(suite: SessionSuite, style: Style): string[] {
  const { counts, conclusion, checkRunUrl } = suite;
  return [
    `${style.heading(`Suite "${suite.suite}"`)}: ${counts ? countsText(counts) : 'not compared'}`,
    ...failureLines(suite, style),
    ...resultLines(suite, style),
    ...(conclusion === null ? ['Not judged, since the command failed'] : todoLines(suite, style)),
    ...(checkRunUrl ? [`Check: ${style.link(checkRunUrl)}`] : []),
  ];
}

/** What a person reads at the end of a session. */
export function formatSession({ suites, error }: SessionOutput, why: string | null, style = plain): string {
  const none = suites.length === 0 && error === null ? ['No snapshots arrived, as --allow-empty allows'] : [];
  const lines = [
    ...none,
    ...suites.flatMap((suite) => suiteLines(suite, style)),
    ...(why ? [`svc: ${why}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
