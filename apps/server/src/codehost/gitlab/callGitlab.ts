import { callHost, type HostCall } from '../callHost.js';
import type { Send } from '../createSend.js';

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

/**
 * Requests to the API of a GitLab, with the token of a project.
 * @param url of the instance
 */
export const callGitlab = (
  { url, token }: Pick<GitlabProject, 'url' | 'token'>,
  send: Send,
  now: () => number,
): HostCall =>
  callHost(
    { name: 'GitLab', base: `${url.replace(/\/+$/, '')}/api/v4`, headers: { 'private-token': token } },
    send,
    now,
  );
