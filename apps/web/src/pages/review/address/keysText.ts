/** Keys for the URL, with commas between them. */
export const keysText = (keys: Iterable<string>): string =>
  Array.from(keys, (key) => key.replace(/[%,]/g, encodeURIComponent)).join(',');

export const readKeys = (text: string | undefined): ReadonlySet<string> =>
  new Set((text ?? '').split(',').filter(Boolean).map(decode));

const decode = (text: string): string => text.replace(/%2C|%25/gi, decodeURIComponent);
