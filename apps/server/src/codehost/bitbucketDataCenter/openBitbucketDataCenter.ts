import type { components } from '@coderabbitai/bitbucket/server/openapi';
import type { CheckRun, CodeHost, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { bitbucketStates } from '../bitbucketStates.js';
import { callDescribed } from '../callDescribed.js';
import { callHost } from '../callHost.js';
import type { Send } from '../createSend.js';
import { fitBytes } from '../fitBytes.js';
import type { DataCenterPaths, DataCenterRepository } from './DataCenterRepository.js';
import { examine } from './examine.js';
import { isOnBranch } from './isOnBranch.js';
import { writeComment } from './writeComment.js';

export interface BitbucketDataCenterRepository {
  /** Of the instance: `https://bitbucket.example.com`. */
  url: string;
  /** `PROJECT/name`, or `~person/name`. */
  repository: string;
  /** The number of the repository, which is compared before anything is sent. */
  repositoryId: string | null;
  /** An HTTP access token that may write to the repository. */
  token: string;
}

type BuildStatus = components['schemas']['RestBuildStatusSetRequest'];

/** Characters of a build's key, name and description. */
const maximumText = 255;

/** A repository of a Bitbucket Data Center: checks are builds, one for each key. */
export function openBitbucketDataCenter(
  { url, repository, repositoryId, token }: BitbucketDataCenterRepository,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  const origin = url.replace(/\/+$/, '');
  const [projectKey = '', repositorySlug = ''] = repository.split('/');
  const host = { name: 'Bitbucket', base: `${origin}/rest`, headers: { authorization: `Bearer ${token}` } };
  const call = callDescribed<DataCenterPaths>(callHost(host, send, now));
  const opened: DataCenterRepository = { ...call, at: { projectKey, repositorySlug } };

  /** Repositories cannot be addressed by their number. */
  async function checked(signal: AbortSignal): Promise<DataCenterRepository> {
    if (repositoryId === null) return opened;
    const path = '/api/latest/projects/{projectKey}/repos/{repositorySlug}';
    const { id } = await call.ask('get', path, { at: opened.at, signal });
    if (String(id) === repositoryId) return opened;
    throw new CodeHostError(
      `${repository} is no longer the repository that was connected. Connect the project again.`,
      { final: true },
    );
  }

  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const { ask, at } = await checked(signal);
    const body: BuildStatus = {
      key: run.externalId,
      // Required builds are named by it.
      parent: fitBytes(run.name, maximumText),
      state: bitbucketStates[run.outcome],
      name: fitBytes(run.name, maximumText),
      description: fitBytes(run.title, maximumText),
      url: run.detailsUrl,
    };
    const path = '/api/latest/projects/{projectKey}/repos/{repositorySlug}/commits/{commitId}/builds';
    await ask('post', path, { at: { ...at, commitId: run.headSha }, body, signal });
    return { hostId: body.key, url: `${origin}/${pageOf(at)}/commits/${run.headSha}` };
  }

  return {
    deliver,
    comment: async (comment, signal) => writeComment(await checked(signal), comment, signal),
    mayWrite: null,
    examine: async (_account, signal) => examine(await checked(signal), signal),
    isOnBranch: async (commit, branch, signal) =>
      isOnBranch(await checked(signal), { commit, branch }, signal),
  };
}

/** Repositories of people are below `users`. */
const pageOf = ({ projectKey, repositorySlug }: DataCenterRepository['at']): string =>
  projectKey.startsWith('~')
    ? `users/${projectKey.slice(1)}/repos/${repositorySlug}`
    : `projects/${projectKey}/repos/${repositorySlug}`;
