import type { Played } from './faults/playFaults.js';
import type { Journal } from './Journal.js';

/** What a run did and found, for people. */
export function report(seed: number, { counts, leftOut }: Played, journal: Journal): string {
  const played = [...counts].map(([name, count]) => `  ${String(count).padStart(5)}  ${name}`);
  const left = leftOut.map(({ name, reason }) => `         ${name} was left out: ${reason}`);
  const retries = [...journal.retries]
    .sort()
    .map(([what, count]) => `  ${String(count).padStart(5)}  ${what}`);
  const violations = journal.violations.map((violation) => `  ${violation}`);
  return [
    `Chaos with seed ${seed}`,
    '',
    'Timeline',
    ...journal.timeline.map((line) => `  ${line}`),
    '',
    'Faults',
    ...played,
    ...left,
    '',
    'Calls                     acknowledged  failed  refused',
    ...journal.counts().map(row),
    '',
    'Attempts that were made again',
    ...(retries.length > 0 ? retries : ['      none']),
    '',
    `Violations: ${violations.length}`,
    ...violations,
    ...(violations.length > 0 ? [`Every call is in ${journal.path}`] : []),
  ].join('\n');
}

const row = ({ operation, acknowledged, failed, refused }: ReturnType<Journal['counts']>[number]) =>
  `  ${operation.padEnd(24)}${String(acknowledged).padStart(12)}${String(failed).padStart(8)}${String(refused).padStart(9)}`;
