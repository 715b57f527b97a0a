/** Writes a title and its lines, or nothing where there are none. */
export function listLines(
  stream: { write(text: string): unknown },
  title: string,
  lines: readonly string[],
): void {
  if (lines.length > 0) stream.write(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
