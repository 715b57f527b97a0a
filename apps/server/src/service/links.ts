import { createHmac, timingSafeEqual } from 'node:crypto';
import { isInSitesDomain, siteOfName } from '../domain/sites/siteOfName.js';

/** Makes the URLs that the service hands out. */
export interface Links {
  /** An image of a project, readable by anyone who has the URL until its token expires. */
  image(projectId: string, hash: string): string;
  /** A token that opens every image of the project. */
  imageToken(projectId: string): string;
  /** The project that a token opens, or null for a token that is forged, damaged or over. */
  readImageToken(token: string): string | null;
  /** A trace of a project, for anyone who has the URL within the next hour: it may hold what a test sent. */
  trace(projectId: string, hash: string): string;
  /** The project that a token opens a trace of, or null for a token that is forged, damaged, over or of another trace. */
  readTraceToken(token: string, hash: string): string | null;
  /** The badge of a suite and branch; the token signs both. */
  badge(projectId: string, query: { suite: string; branch: string; token: string }): string;
  project(projectSlug: string): string;
  review(projectSlug: string, diffId: string): string;
  /** The origin of an uploaded site, with a slash at its end. */
  site(siteId: string): string;
  /** The site that a host name belongs to, or null. */
  siteOfHost(host: string): string | null;
  /** The site that a URL belongs to, or null. */
  siteOfUrl(url: string): string | null;
  /** Whether a host name lies in the domain of the sites without being one: neither a site nor the service answers there. */
  isReserved(host: string): boolean;
  /** Signs in once; the token is in the fragment, which no server or proxy sees and no `Referer` carries. */
  signIn(token: string, next?: string): string;
  /** Where a person allows the login of a command line. */
  cliLogin(userCode: string): string;
  /** Where a provider sends a browser back to. */
  oauthCallback(provider: string): string;
  /** Where an invitation is accepted; the token is in the fragment, which no server logs. */
  invitation(token: string): string;
  /** Where a new password is set; the token is in the fragment, like that of a sign-in link. */
  passwordReset(token: string): string;
  /** Ends the notifications of a person; GET shows a page, POST does it. The token is good for nothing else. */
  unsubscribe(token: string): string;
  /** Where a person chooses notifications. */
  account(): string;
  /** Where a client is installed from, by the name of its tarball. */
  install(file: string): string;
}

export interface SigningKey {
  /** Without a dot, which parts the claims of a token. */
  id: string;
  secret: Buffer;
}

/** The keys of image tokens: one signs, all that are known are believed. */
export interface KeyRing {
  readonly current: SigningKey;
  find(id: string): SigningKey | undefined;
}

export interface LinkOptions {
  /** Where people and clients reach the service, such as `http://localhost:4300`. */
  publicUrl: string;
  /** Sites are served at `<siteId>.<sitesDomain>`, on the port of `publicUrl`. */
  sitesDomain: string;
  keyRing: KeyRing;
  now?: () => number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Tokens that are remembered: one a project and day. */
const mostSigned = 1_000;

/** The name in a `Host` header. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

export function createLinks({ publicUrl, sitesDomain, keyRing, now = Date.now }: LinkOptions): Links {
  const base = publicUrl.replace(/\/+$/, '');
  const { protocol, hostname, port } = new URL(base);
  /** @param subject what a token opens: no token is good for another */
  const signature = ({ secret }: SigningKey, subject: string, claims: string) =>
    createHmac('sha256', secret).update(`${subject}\n${claims}`).digest('base64url');
  /** Tokens by their claims, which name key, day and project: an answer may have 60,000 addresses of images. */
  const signed = new Map<string, string>();

  /** Ends at the turn of a day, one to two days ahead: the same URL for a whole day lets browsers cache. */
  function imageToken(projectId: string): string {
    const expires = Math.floor(now() / day) * day + 2 * day;
    const key = keyRing.current;
    const claims = `${key.id}.${expires / 1000}.${projectId}`;
    const known = signed.get(claims);
    if (known !== undefined) return known;
    if (signed.size >= mostSigned) signed.clear();
    const token = `${claims}.${signature(key, 'image', claims)}`;
    signed.set(claims, token);
    return token;
  }

  function readToken(token: string, subject: string): string | null {
    const end = token.lastIndexOf('.');
    const claims = token.slice(0, Math.max(end, 0));
    const [keyId = '', expires, projectId] = claims.split('.');
    const key = keyRing.find(keyId);
    if (!key) return null;
    const given = Buffer.from(token.slice(end + 1));
    const expected = Buffer.from(signature(key, subject, claims));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (!projectId || !(Number(expires) * 1000 > now())) return null;
    return projectId;
  }

  return {
    imageToken,
    readImageToken: (token) => readToken(token, 'image'),
    trace(projectId, hash) {
      const key = keyRing.current;
      const claims = `${key.id}.${Math.ceil((now() + hour) / 1000)}.${projectId}`;
      return `${base}/api/v1/traces/${hash}?token=${claims}.${signature(key, `trace ${hash}`, claims)}`;
    },
    readTraceToken: (token, hash) => readToken(token, `trace ${hash}`),
    image: (projectId, hash) => `${base}/api/v1/images/${hash}?token=${imageToken(projectId)}`,
    badge: (projectId, query) => `${base}/api/v1/badges/${projectId}/badge.svg?${new URLSearchParams(query)}`,
    project: (slug) => `${base}/${slug}`,
    review: (slug, diffId) => `${base}/${slug}/diffs/${diffId}`,
    // Host names have no underscores.
    site: (siteId) => `${protocol}//${siteId.replace('_', '-')}.${sitesDomain}${port ? `:${port}` : ''}/`,
    siteOfHost: (host) => siteOfName(nameOf(host), sitesDomain),
    siteOfUrl: (url) => siteOfName(nameOf(new URL(url).host), sitesDomain),
    isReserved: (host) =>
      isInSitesDomain(nameOf(host), sitesDomain) &&
      siteOfName(nameOf(host), sitesDomain) === null &&
      nameOf(host) !== hostname,
    cliLogin: (userCode) => `${base}/cli-login?code=${userCode}`,
    oauthCallback: (provider) => `${base}/api/v1/oauth/${provider}/callback`,
    invitation: (token) => `${base}/invitation#${token}`,
    passwordReset: (token) => `${base}/reset-password#${token}`,
    unsubscribe: (token) => `${base}/api/v1/mail/unsubscribe?token=${encodeURIComponent(token)}`,
    account: () => `${base}/account`,
    install: (file) => `${base}/install/${file}`,
    signIn(token, next) {
      const url = new URL(`${base}/sign-in`);
      if (next) url.searchParams.set('next', next);
      url.hash = `token=${token}`;
      return url.href;
    },
  };
}
