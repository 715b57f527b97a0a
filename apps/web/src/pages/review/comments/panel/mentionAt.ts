/** Longest part of a name that is looked up. */
const longest = 40;

/** What is typed after an `@` that may become a mention: where the `@` is, and the text up to the caret; null for none. */
export function mentionAt(text: string, caret: number): { at: number; query: string } | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (at < 0 || caret - at - 1 > longest) return null;
  if (/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return null;
  const query = text.slice(at + 1, caret);
  // A name may have spaces in it, but does not begin with one.
  return /^\s|\n/.test(query) ? null : { at, query };
}

/** Those whose name has a word that begins like the query, in their order. */
export function suggest<Member extends { name: string }>(
  members: readonly Member[],
  query: string,
  most = 6,
): Member[] {
  const wanted = query.toLowerCase();
  return members
    .filter(({ name }) => {
      const lower = name.toLowerCase();
      return lower.startsWith(wanted) || (wanted !== '' && lower.includes(` ${wanted}`));
    })
    .slice(0, most);
}
