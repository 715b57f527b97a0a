/** Search parameters are plain text: `?view=side&status=changed,new`. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

/** Leaves out what is undefined or empty, and commas as they are. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(kept).toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}
