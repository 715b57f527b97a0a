import type { Row, Section } from './Row.js';

const escaped = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells: string[]) => `| ${cells.map(escaped).join(' | ')} |`;

const status = ({ beyond }: Row) => (beyond ? 'yes, beyond' : 'yes');

function renderSection({ title, text, columns, rows }: Section): string {
  return [
    `## ${title}`,
    ...(text ? ['', text] : []),
    '',
    line([...columns, 'there']),
    line([...columns, 'there'].map(() => '---')),
    ...rows.map((row) => line([...row.cells, status(row)])),
  ].join('\n');
}

/** The page of the table. */
export function renderPage(sections: readonly Section[]): string {
  const rows = sections.flatMap((section) => section.rows);
  const extra = rows.filter((row) => row.beyond).length;
  const intro = `# Conformance

What the interface of the service promises to programs: ${rows.length} facts, of which ${extra} go beyond the
contract. Every row is checked against the code or a running service by \`tests/conformance\`, from which this page
is made: \`npx vitest run --project browser tests/conformance -u\` updates it.`;
  return `${[intro, ...sections.map(renderSection)].join('\n\n')}\n`;
}
