/** An entry of `SVC_CODE_HOST_REPOSITORIES`: repositories that an organization may connect, on the operator's word. */
export interface RepositoryGrant {
  org: string;
  /** Scheme, host and path in lower case; below a `/*` at the end everything is meant. */
  pattern: string;
}

/** `org=` may be left out after an entry of the same organization; `https://` may be left out always. */
const entry =
  /^(?:(?<org>[a-z0-9][a-z0-9._-]{0,63})=)?(?<scheme>https?:\/\/)?(?<host>[\w.-]+(?::\d{1,5})?)(?<path>(?:\/~?[\w.-]+)*)(?<all>\/\*)?$/i;

/** Such as `acme=github.com/acme/web,github.com/acme/*,globex=gitlab.example.com/globex/*`; undefined for a bad list. */
export function readRepositoryGrants(text: string): RepositoryGrant[] | undefined {
  const grants: RepositoryGrant[] = [];
  let org: string | undefined;
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const {
      org: named,
      scheme = 'https://',
      host = '',
      path = '',
      all = '',
    } = entry.exec(part)?.groups ?? {};
    org = named ?? org;
    const segments = path.split('/').slice(1);
    const isWhole = all !== '' || segments.length >= 2;
    if (!org || !host || !isWhole || segments.some((segment) => /^\.+$/.test(segment))) return undefined;
    if (org !== org.toLowerCase()) return undefined;
    grants.push({ org, pattern: `${scheme}${host}${path}${all}`.toLowerCase() });
  }
  return grants;
}

/**
 * What the operator's list says of a repository.
 * @param address of the host and the repository, such as `https://github.com/acme/web`
 * @returns `granted` when the organization may connect it, `others` when only others may, null when nobody is named
 */
export function judgeByGrants(
  grants: readonly RepositoryGrant[],
  org: string,
  address: string,
): 'granted' | 'others' | null {
  const wanted = address.toLowerCase();
  const fitting = grants.filter(({ pattern }) =>
    pattern.endsWith('/*') ? wanted.startsWith(pattern.slice(0, -1)) : wanted === pattern,
  );
  if (fitting.some((grant) => grant.org === org)) return 'granted';
  return fitting.length > 0 ? 'others' : null;
}
