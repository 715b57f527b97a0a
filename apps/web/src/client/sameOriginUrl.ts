/**
 * The path and query of an image address, so that it is asked of the origin that served the page, whatever name
 * the server knows itself by. Empty and null give null.
 */
export function sameOriginUrl(address: string | null): string | null {
  if (!address) return null;
  const { pathname, search } = new URL(address, 'http://localhost');
  return pathname + search;
}
