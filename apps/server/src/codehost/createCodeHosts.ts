import type { CodeHost, CodeHostConnection, CodeHosts } from '../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import { openBitbucketCloud } from './bitbucketCloud/openBitbucketCloud.js';
import { openBitbucketDataCenter } from './bitbucketDataCenter/openBitbucketDataCenter.js';
import type { Send } from './createSend.js';
import { openGitea } from './gitea/openGitea.js';
import { createGithub, type GithubApp } from './github/createGithub.js';
import { openGitlab } from './gitlab/openGitlab.js';
import { openWebhook } from './openWebhook.js';

/** @param github the App of the deployment; null when there is none */
export function createCodeHosts(github: GithubApp | null, send: Send): CodeHosts {
  const openGithub = github && createGithub(github);
  return {
    open(connection) {
      if (connection.kind !== 'github') return openPlace(connection, send);
      if (openGithub) return openGithub(connection.repository, connection.repositoryId);
      throw new CodeHostError(
        'This service has no GitHub App. Set SVC_GITHUB_APP_ID and SVC_GITHUB_PRIVATE_KEY and start it again.',
        { final: true },
      );
    },
  };
}

/** Opens a host that a secret of the project opens. */
function openPlace(connection: Exclude<CodeHostConnection, { kind: 'github' }>, send: Send): CodeHost {
  switch (connection.kind) {
    case 'gitlab':
      return openGitlab(connection, send);
    case 'gitea':
      return openGitea(connection, send);
    case 'bitbucket':
      return openBitbucketCloud(connection, send);
    case 'bitbucket-data-center':
      return openBitbucketDataCenter(connection, send);
    case 'webhook':
      return openWebhook(connection, send);
  }
}
