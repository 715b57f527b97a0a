import { changeReason } from '../results/sensitivity.js';
import { inCode } from './inCode.js';

/** A row of a Markdown table. */
export const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** What follows a table of which some rows are left out. */
export const moreLines = (count: number, url: string): string[] =>
  count > 0 ? ['', `and [${count} more](${url})`] : [];

export const smallImage = (url: string | null): string => (url === null ? '' : `![The change](${url})`);

/** Notes quote people, so all of each is shown as code, in one line. */
export const quote = (note: string): string => inCode(note.replace(/\s+/g, ' '));

/** The sentence of a cause, which quotes the page. */
export const sentence = (text: string): string => quote(text.replaceAll('`', ''));

export function resultText(status: string, diffPercentage: number | null): string {
  if (changeReason({ status, diffPercentage })) return `${status} below the threshold`;
  return diffPercentage === null || status !== 'changed'
    ? status
    : `${status}, ${diffPercentage.toFixed(2)} %`;
}
