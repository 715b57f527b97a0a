import { createHash } from 'node:crypto';
import type { components } from '@coderabbitai/bitbucket/cloud/openapi';
import type { CheckRun, CodeHost, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import { bitbucketStates } from '../bitbucketStates.js';
import { callDescribed } from '../callDescribed.js';
import { callHost } from '../callHost.js';
import type { Send } from '../createSend.js';
import { fitBytes } from '../fitBytes.js';
import type { BitbucketRepository, CloudPaths } from './BitbucketRepository.js';
import { examine } from './examine.js';
import { isOnBranch } from './isOnBranch.js';
import { writeComment } from './writeComment.js';

export interface BitbucketCloudRepository {
  /** `workspace/name`. */
  repository: string;
  /** The UUID of the repository, in braces, by which it is addressed once that is known. */
  repositoryId: string | null;
  /** An access token, or `<email>:<API token>` of a person. */
  token: string;
}

type Schemas = components['schemas'];

interface BuildStatus {
  key: string;
  state: NonNullable<Schemas['commitstatus']['state']>;
  name: string;
  description: string;
  url: string;
}

/** Characters of a build's name and description, and of its key. */
const maximumText = 255;
const maximumKey = 40;

/** A repository of Bitbucket Cloud: checks are build statuses, one for each key. */
export function openBitbucketCloud(
  { repository, repositoryId, token }: BitbucketCloudRepository,
  send: Send,
  { base = 'https://api.bitbucket.org/2.0', now = Date.now }: { base?: string; now?: () => number } = {},
): CodeHost {
  const [workspace = '', name = ''] = repository.split('/');
  const headers = { authorization: authorizationOf(token) };
  const call = callDescribed<CloudPaths>(callHost({ name: 'Bitbucket', base, headers }, send, now));
  // biome-ignore lint/style/useNamingConvention: a name of Bitbucket's paths.
  const opened: BitbucketRepository = { ...call, at: { workspace, repo_slug: repositoryId ?? name } };

  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const status: BuildStatus = {
      key: keyOf(run.externalId),
      state: bitbucketStates[run.outcome],
      name: fitBytes(run.name, maximumText),
      description: fitBytes(run.title, maximumText),
      url: run.detailsUrl,
    };
    await call.ask('post', '/repositories/{workspace}/{repo_slug}/commit/{commit}/statuses/build', {
      at: { ...opened.at, commit: run.headSha },
      // The description asks for a `type`; the manual's own examples send none.
      body: status as Schemas['commitstatus'],
      signal,
    });
    return { hostId: status.key, url: `https://bitbucket.org/${repository}/commits/${run.headSha}` };
  }

  return {
    deliver,
    comment: (comment, signal) => writeComment(opened, comment, signal),
    mayWrite: null,
    examine: (_account, signal) => examine(opened, signal),
    isOnBranch: (commit, branch, signal) => isOnBranch(opened, { commit, branch }, signal),
  };
}

/** API tokens of people come with their email address. */
const authorizationOf = (token: string): string =>
  token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`;

const keyOf = (externalId: string): string =>
  externalId.length <= maximumKey ? externalId : createHash('sha1').update(externalId).digest('hex');
