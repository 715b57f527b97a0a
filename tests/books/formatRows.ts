/** One book in the table at the end. */
export interface Row {
  book: string;
  tool: string;
  stories: number;
  /** In the whole book, by its authors. */
  disabled: number;
  captured: number;
  /** Of them, those that Playwright alone does not show either. */
  failed: string;
  unstable: number;
  blank: number;
  changed: string;
  seconds: string;
}

const columns: (keyof Row)[] = [
  'book',
  'tool',
  'stories',
  'disabled',
  'captured',
  'failed',
  'unstable',
  'blank',
  'changed',
  'seconds',
];

/** A table in Markdown. */
export function formatRows(rows: readonly Row[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((name) => row[name]))),
  ].join('\n');
}
