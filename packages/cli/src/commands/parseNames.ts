/**
 * Names with commas between. One in quotes may hold a comma, and a quote as two: `a,"b, c","d ""e"""`.
 * @returns null where a quote has no end
 */
export function parseNames(text: string): string[] | null {
  const names: string[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:,|$)/.exec(rest);
    const plain = quoted ? null : /^\s*(?!")([^,]*)(?:,|$)/.exec(rest);
    const [whole, name] = quoted ?? plain ?? [];
    if (whole === undefined || name === undefined) return null;
    names.push(quoted ? name.replaceAll('""', '"') : name.trim());
    rest = rest.slice(whole.length);
  }
  return names.filter(Boolean);
}
