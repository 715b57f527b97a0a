import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/ServiceError.js';
import { credentialIn } from './credentialIn.js';

/** What the service keeps in a browser. */
export type CookieKind = 'session' | 'oauth' | 'device';
export type CookieNames = Readonly<Record<CookieKind, string>>;

const plain: CookieNames = { session: 'svc_session', oauth: 'svc_oauth', device: 'svc_device' };

/**
 * Names of the service's cookies. Over https a browser takes a cookie `__Host-…` from this very host only: no page of
 * another host below the same domain can set one.
 * @param secure whether browsers reach the service over https
 */
export const cookieNames = (secure: boolean): CookieNames =>
  secure
    ? { session: `__Host-${plain.session}`, oauth: `__Host-${plain.oauth}`, device: `__Host-${plain.device}` }
    : plain;

declare module 'fastify' {
  interface FastifyInstance {
    cookieNames: CookieNames;
    isSecure: boolean;
  }
}

/** The value of one of the service's cookies. */
export const cookieIn = (request: FastifyRequest, kind: CookieKind): string | undefined =>
  request.cookies[request.server.cookieNames[kind]];

/** What `__Host-` demands, and that no script reads it. Lax: links from elsewhere lead in. */
const attributesOf = ({ server }: FastifyReply) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: server.isSecure }) as const;

export const keepCookie = (reply: FastifyReply, kind: CookieKind, value: string, seconds: number) =>
  reply.setCookie(reply.server.cookieNames[kind], value, { ...attributesOf(reply), maxAge: seconds });

export const dropCookie = (reply: FastifyReply, kind: CookieKind) =>
  reply.clearCookie(reply.server.cookieNames[kind], attributesOf(reply));

/**
 * Two cookies of one name: one of them was set for a parent domain or another path, by a page that is not of the
 * service, and nothing tells which. Neither is used, and the browser is told to forget both. A request with a key or a
 * login is judged by that alone.
 * @throws ServiceError VALIDATION_ERROR
 */
export function refuseTossedCookies(request: FastifyRequest, reply: FastifyReply): void {
  if (credentialIn(request) !== undefined) return;
  const names = Object.values(request.server.cookieNames);
  const sent = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.slice(0, pair.indexOf('=')).trim());
  const twice = names.find((name) => sent.indexOf(name) !== sent.lastIndexOf(name));
  if (twice === undefined) return;
  forget(request, reply, names);
  const message =
    'was sent twice: another site below this domain has set one of them. They were removed from this browser; reload the page and sign in again. If this repeats, delete the cookies of this site in the browser';
  throw new ServiceError('VALIDATION_ERROR', `Cookie ${twice} ${message}`, [{ path: 'Cookie', message }]);
}

/** By a header that empties what the whole domain has, which browsers obey over https, and name by name. */
function forget(request: FastifyRequest, reply: FastifyReply, names: readonly string[]): void {
  reply.header('clear-site-data', '"cookies"');
  const host = request.hostname.replace(/:\d+$/, '');
  const labels = /^[\d.]+$|:/.test(host) ? [] : host.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  for (const name of names) {
    reply.clearCookie(name, { path: '/', secure: reply.server.isSecure });
    // A `__Host-` cookie has no domain.
    if (name.startsWith('__Host-')) continue;
    for (const domain of domains) reply.clearCookie(name, { path: '/', domain });
  }
}
