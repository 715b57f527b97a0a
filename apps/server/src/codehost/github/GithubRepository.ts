import type { request } from '@octokit/request';
import { RequestError } from '@octokit/request-error';

/** A repository that the App is installed in, for as long as one piece of work with it. */
export interface GithubRepository {
  /** Sends requests with a token for this repository alone. */
  send: typeof request;
  at: { owner: string; repo: string };
  appId: number;
  now(): number;
}

/** Entries that one page of a list is asked for. */
export const pageSize = 100;

/** The status of an answer; null for an error without one. */
export const statusOf = (error: unknown): number | null =>
  error instanceof RequestError && error.response ? error.status : null;
