/**
 * One spelling of the address of a code host: what is compared with the issuer of an identity token and with the
 * operator's list, and what requests go to. Null for an address with a query or a fragment, which would be cut off.
 */
export function placeOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || search || hash || username || password) return null;
  if (/[?#]/.test(address)) return null;
  const host = hostname.replace(/\.+$/, '');
  return `${protocol}//${host}${port ? `:${port}` : ''}${pathname.replace(/\/+$/, '')}`;
}
