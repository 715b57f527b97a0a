/** `branch:main` in words that a person can check. */
export function baselineWords(source: string | null): string {
  if (!source) return 'there is no baseline';
  const [kind = '', ...rest] = source.split(':');
  const name = rest.join(':');
  if (kind === 'branch') return `baseline of branch ${name}`;
  if (kind === 'capture') return `picture of capture ${name}`;
  if (kind === 'approval') return `same change approved before, in diff ${name}`;
  return source;
}
