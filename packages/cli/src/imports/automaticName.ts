/** The most characters of a name. */
const longest = 512;

/** The name that the plugins of test runners give a snapshot without one: `file > title > n`. */
export function automaticName(...parts: readonly (string | number)[]): string {
  const name = parts
    .map((part) =>
      String(part)
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(' > ');
  if (name.length <= longest) return name;
  const end = name.slice(-64);
  return `${name.slice(0, longest - end.length - 3)}...${end}`;
}
