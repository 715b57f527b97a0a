/** The most characters of a name. */
const longest = 512;

/** The name of a snapshot that its test gives none, or none that is unique: `file > title > n`. */
export function snapshotName(...parts: readonly (string | number)[]): string {
  const name = parts
    .map((part) =>
      String(part)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(' > ');
  if (name.length <= longest) return name;
  // The end tells snapshots of one test apart.
  const end = name.slice(-64);
  return `${name.slice(0, longest - end.length - 3)}...${end}`;
}
