import { lookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import type { HostAnswer } from './refusal.js';

export interface SendOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Sends one request; redirects are not followed. Rejects with a CodeHostError when no whole answer came. */
export type Send = (url: URL, options: SendOptions) => Promise<HostAnswer>;

/** How requests leave a network that lets them out through a proxy alone. */
export interface WayOut {
  /** Connects to a host through the proxy for an address; null where there is none for it. */
  tunnelTo(url: URL): ((host: string, port: number, signal: AbortSignal) => Promise<Duplex>) | null;
  /** Whether the proxy may find out the address of a host, which is not checked then. */
  isLeftToProxy(host: string, port: number): boolean;
  /** The addresses of a host, best first; those that this machine knows by default. */
  findAddresses?(host: string): Promise<string[]>;
}

const lookUpAll = async (host: string): Promise<string[]> =>
  (await lookUp(host, { all: true })).map(({ address }) => address);

const directly: WayOut = { tunnelTo: () => null, isLeftToProxy: () => false };

/** Bytes of an answer that are read. */
const maximumAnswer = 5_000_000;

/**
 * Sends requests to addresses that projects choose, and to allowed ones only: the address that was checked is the one
 * that is dialled, so a name cannot mean another address the second time.
 * @param isAllowed whether a host may be reached at an address
 * @param timeout milliseconds for the whole exchange
 */
export function createSend(
  isAllowed: (host: string, port: number, address: string) => boolean,
  timeout = 20_000,
  { tunnelTo, isLeftToProxy, findAddresses = lookUpAll }: WayOut = directly,
): Send {
  return async (url, { method, headers, body, signal }) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secure = url.protocol === 'https:';
    const port = Number(url.port) || (secure ? 443 : 80);
    const forbidden = () =>
      new CodeHostError(
        `${url.host} has a private address, which svc does not send to. Name it in SVC_HOOK_ALLOW_HOSTS to allow it.`,
        { final: true },
      );
    if (!secure && url.protocol !== 'http:') throw new CodeHostError('Only http(s) addresses can be reached');
    if (isIP(host) && !isAllowed(host, port, host)) throw forbidden();
    const checkedLookup: LookupFunction = (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [], 0);
        const allowed = found.filter(({ address }) => isAllowed(host, port, address));
        const [first] = allowed;
        if (!first) return done(forbidden(), [], 0);
        if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      });
    };
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const findAllowed = async (): Promise<string[]> => {
      if (isIP(host)) return [host];
      const found = await orAborted(findAddresses(host), limited).catch((cause: unknown) => {
        limited.throwIfAborted();
        throw new CodeHostError(
          `${url.host} has no address here, which svc checks before a proxy connects to it. Name it in SVC_HOOK_ALLOW_HOSTS to leave that to the proxy.`,
          { cause },
        );
      });
      const allowed = found.filter((address) => isAllowed(host, port, address));
      if (allowed.length === 0) throw forbidden();
      return allowed;
    };
    const tunnel = tunnelTo(url);
    try {
      if (tunnel === null) return await exchange({ agent: false, lookup: checkedLookup });
      const dialed = isLeftToProxy(host, port) ? [host] : await findAllowed();
      const socket = await firstOpened(dialed, (one) => tunnel(one, port, limited), limited);
      return await exchange({
        createConnection: () =>
          secure ? connectTls({ socket, ...(isIP(host) === 0 && { servername: host }) }) : socket,
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof CodeHostError) throw error;
      const why = limited.aborted
        ? `did not answer within ${timeout / 1_000} s`
        : error instanceof Error
          ? error.message
          : String(error);
      throw new CodeHostError(`${url.host} could not be reached: ${why}`, { cause: error });
    }

    function exchange(
      connection: Pick<RequestOptions, 'agent' | 'lookup' | 'createConnection'>,
    ): Promise<HostAnswer> {
      return new Promise((resolve, reject) => {
        const send = secure ? requestHttps : requestHttp;
        const options = { method, headers, signal: limited, ...connection };
        const sent = send(url, options, (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > maximumAnswer) response.destroy(new Error('the answer is too large'));
            else chunks.push(chunk);
          });
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: parse(Buffer.concat(chunks).toString()),
            }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    }
  };
}

/** Looking up a name cannot be stopped; what it comes to is not waited for any longer. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A proxy may not reach every address, as where it has no IPv6. */
async function firstOpened(
  addresses: readonly string[],
  open: (address: string) => Promise<Duplex>,
  signal: AbortSignal,
): Promise<Duplex> {
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await open(address);
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
    }
  }
  throw failure;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
