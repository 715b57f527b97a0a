import type { DoctorOutput } from '../output/Output.js';
import type { Style } from '../output/Style.js';
import type { Finding } from './Finding.js';

const wordOf = { ok: 'ok', warning: 'warning', failed: 'failed' };
const paintOf = { ok: 'good', warning: 'attention', failed: 'bad' } as const;

function findingLines({ name, status, message, advice }: Finding, style: Style): string[] {
  const word = style[paintOf[status]](wordOf[status].padEnd(8));
  return [
    `${word} ${name.padEnd(13)} ${message}`,
    ...(advice === null ? [] : [`${' '.repeat(23)}${advice}`]),
  ];
}

/** What a person reads of the findings. */
export function formatFindings({ findings }: DoctorOutput, style: Style): string {
  const lines = findings.flatMap((finding) => findingLines(finding, style));
  return lines.map((line) => `${line}\n`).join('');
}
