/** The most characters of a name. */
const longest = 512;
/** Of a name that is shortened: they tell the snapshots of one test apart. */
const keptAtEnd = 64;

/** The name of a snapshot that its test gives none, or none that is unique: `file > title > n`. */
export function snapshotName(...parts: readonly (string | number)[]): string {
  const name = parts
    .map((part) =>
      String(part)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(' > ')
    .normalize('NFC')
    .replace(halfCharacters, '\ufffd');
  if (name.length <= longest) return name;
  const end = name.slice(-keptAtEnd);
  return `${name.slice(0, longest - keptAtEnd - 3)}...${end}`.replace(halfCharacters, '');
}

/** Halves of surrogate pairs, which UTF-8 does not have. */
const halfCharacters = /\p{Cs}/gu;
