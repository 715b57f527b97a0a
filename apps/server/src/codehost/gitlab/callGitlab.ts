import type { Send } from '../createSend.js';
import { type HostAnswer, refusal } from '../refusal.js';

export interface GitlabProject {
  /** Of the instance: `https://gitlab.com`. */
  url: string;
  /** Path with its groups, or the number of the project. */
  repository: string;
  /** The number of the project, by which it is addressed once that is known. */
  repositoryId: string | null;
  /** An access token with the scope `api`. */
  token: string;
}

/** Entries that one page of a list is asked for. */
export const pageSize = 100;

/** Requests to the API of a GitLab, with the token of a project. */
export interface GitlabCall {
  /** Answers whatever status comes. */
  exchange(method: Method, path: string, signal: AbortSignal, body?: object): Promise<HostAnswer>;
  /** Answers the body. Rejects with a CodeHostError for a status that is not a success. */
  ask<T>(method: Method, path: string, signal: AbortSignal, body?: object): Promise<T>;
  /** The body of an answer. Throws a CodeHostError for a status that is not a success. */
  accept(answer: HostAnswer): unknown;
}

type Method = 'GET' | 'POST' | 'PUT';

/** @param url of the instance */
export function callGitlab(
  { url, token }: Pick<GitlabProject, 'url' | 'token'>,
  send: Send,
  now: () => number,
): GitlabCall {
  const exchange: GitlabCall['exchange'] = (method, path, signal, body) =>
    send(new URL(`${url.replace(/\/+$/, '')}/api/v4${path}`), {
      method,
      headers: { 'private-token': token, 'content-type': 'application/json', accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
  const accept: GitlabCall['accept'] = (answer) => {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusal('GitLab', answer, now());
  };
  const ask = async <T>(...asked: Parameters<typeof exchange>) => accept(await exchange(...asked)) as T;
  return { exchange, ask, accept };
}
