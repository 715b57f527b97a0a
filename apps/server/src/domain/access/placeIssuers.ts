import { placeOf } from '../codeHosts/placeOf.js';

interface Issuer {
  kind: 'github' | 'gitlab';
  issuer: string;
  place?: string;
}

const githubActions = 'https://token.actions.githubusercontent.com';

/**
 * Says of each issuer of identity tokens which code host its repositories are at. A GitLab issues its own. Issuers of
 * GitHub are elsewhere: those of github.com, of ghe.com and of an Enterprise Server are known; the first of unknown ones
 * is that of `githubPlace`, and any further one is of no GitHub that projects here are connected to.
 */
export function placeIssuers<One extends Issuer>(
  issuers: readonly One[],
  githubPlace: string,
): (One & { place: string })[] {
  const isOpen = (one: Issuer) =>
    one.kind === 'github' && one.place === undefined && knownGithub(one.issuer) === null;
  const first = issuers.find(isOpen);
  return issuers.map((one) => {
    const own = placeOf(one.issuer) ?? one.issuer;
    const place =
      one.place ??
      (one.kind === 'gitlab' ? own : (knownGithub(one.issuer) ?? (one === first ? githubPlace : own)));
    return { ...one, place };
  });
}

function knownGithub(issuer: string): string | null {
  // Enterprises have issuers of their own below it, over the same repositories.
  if (issuer === githubActions || issuer.startsWith(`${githubActions}/`)) return 'https://github.com';
  const [, tenant] = /^https:\/\/token\.actions\.([a-z0-9-]+)\.ghe\.com(?:\/|$)/.exec(issuer) ?? [];
  if (tenant !== undefined) return `https://${tenant}.ghe.com`;
  const [, server] = /^(https?:\/\/[^/]+)\/_services\/token$/.exec(issuer) ?? [];
  return server === undefined ? null : placeOf(server);
}
