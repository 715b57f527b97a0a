import { plain } from './Style.js';

/** Columns as wide as their widest cell, the last one as it is. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style = plain,
): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line, index) => `${index === 0 ? style.heading(line) : line}\n`)
    .join('');
}
