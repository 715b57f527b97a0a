import type { CodeHosts } from '../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import type { Send } from './createSend.js';
import { createGithub, type GithubApp } from './github/createGithub.js';
import { openGitlab } from './gitlab/openGitlab.js';
import { openWebhook } from './openWebhook.js';

/** @param github the App of the deployment; null when there is none */
export function createCodeHosts(github: GithubApp | null, send: Send): CodeHosts {
  const openGithub = github && createGithub(github);
  return {
    open(connection) {
      if (connection.kind === 'gitlab') return openGitlab(connection, send);
      if (connection.kind === 'webhook') return openWebhook(connection, send);
      if (openGithub) return openGithub(connection.repository, connection.repositoryId);
      throw new CodeHostError(
        'This service has no GitHub App. Set SVC_GITHUB_APP_ID and SVC_GITHUB_PRIVATE_KEY and start it again.',
        { final: true },
      );
    },
  };
}
