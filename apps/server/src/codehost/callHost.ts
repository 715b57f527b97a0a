import type { Send } from './createSend.js';
import { type HostAnswer, refusal } from './refusal.js';

/** Where requests to a code host go, and what opens it. */
export interface HostAddress {
  /** What messages call the host. */
  name: string;
  /** Of its API, without a slash at the end. */
  base: string;
  /** Such as the token of a project; names in lower case. */
  headers: Readonly<Record<string, string>>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** Requests with JSON bodies to the API of a code host. */
export interface HostCall {
  /** Answers whatever status comes. */
  exchange(method: Method, path: string, signal: AbortSignal, body?: object): Promise<HostAnswer>;
  /** Answers the body. Rejects with a CodeHostError for a status that is not a success. */
  ask<T>(method: Method, path: string, signal: AbortSignal, body?: object): Promise<T>;
  /** The body of an answer. Throws a CodeHostError for a status that is not a success. */
  accept(answer: HostAnswer): unknown;
}

export function callHost({ name, base, headers }: HostAddress, send: Send, now: () => number): HostCall {
  const exchange: HostCall['exchange'] = (method, path, signal, body) =>
    send(new URL(`${base}${path}`), {
      method,
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
  const accept: HostCall['accept'] = (answer) => {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusal(name, answer, now());
  };
  const ask = async <T>(...asked: Parameters<typeof exchange>) => accept(await exchange(...asked)) as T;
  return { exchange, ask, accept };
}
