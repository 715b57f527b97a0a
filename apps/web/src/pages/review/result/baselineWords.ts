/** `branch:main` in words that a person can check, to stand behind "baseline". */
export function baselineWords(source: string | null): string {
  if (!source) return 'there is none';
  const [kind = '', ...rest] = source.split(':');
  const name = rest.join(':');
  if (kind === 'branch' || kind === 'capture') return `from ${kind} ${name}`;
  if (kind === 'approval') return `same change approved in diff ${name}`;
  return source;
}
