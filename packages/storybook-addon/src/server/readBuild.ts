import type { Build } from '@svc/schema';
import type { SvcClient } from '@svc/sdk';
import { callService, type Diff, detectBranch, detectCommit, type Env, SvcError } from '@svc/sdk';
import type { BuildSummary, Notice } from '../protocol.js';
import { version } from '../version.js';
import type { Access } from './findAccess.js';
import { noBuild, oldBuild } from './notices.js';

/** The newest build of the branch that is checked out, as far as there is one. */
export interface ReadBuild {
  summary: BuildSummary | null;
  notices: Notice[];
  diff: Diff | null;
  /** Equal for a build that nothing has happened to. */
  key: string;
}

export interface BuildPlace {
  suite: string;
  env: Env;
  cwd: string;
}

/** Image URLs last for a day at least; results are read again before that. */
const longestMs = 6 * 3_600_000;

/**
 * @param before what was read last: its results are kept where nothing has happened
 * @throws SvcError
 */
export async function readBuild(
  access: Access,
  client: SvcClient,
  { suite, env, cwd }: BuildPlace,
  before: ReadBuild | null,
): Promise<ReadBuild> {
  const branch = await detectBranch(undefined, { env, cwd });
  const { builds } = await callService<{ builds: Build[] }>({
    apiUrl: access.apiUrl,
    credential: access.apiKey,
    project: access.project,
    method: 'GET',
    path: '/api/v1/builds',
    answer: { builds: 'array' },
    query: { suite, branch, limit: 1 },
    userAgent: `svc-storybook-addon/${version}`,
    maxRetries: 1,
  });
  const [build] = builds;
  if (!build) return { summary: null, notices: [noBuild(branch, suite)], diff: null, key: branch };
  const head = await detectCommit(undefined, { env, cwd }).catch((error) => {
    if (error instanceof SvcError) return null;
    throw error;
  });
  const key = JSON.stringify([build, Math.floor(Date.now() / longestMs)]);
  const diff = before?.key === key ? before.diff : build.diff && (await client.getDiff(build.diff.id));
  return {
    summary: {
      suite,
      branch,
      commit: build.commit,
      createdAt: build.createdAt,
      reviewUrl: build.diff?.reviewUrl ?? null,
      pending: build.diff?.counts.pending ?? 0,
    },
    notices: noticesOf(build, head),
    diff,
    key,
  };
}

/** What a person has to know of a build before they look at its results. */
export function noticesOf({ status, commit, diff }: Build, head: string | null): Notice[] {
  const notices: Notice[] = [];
  const add = (tone: Notice['tone'], text: string) => notices.push({ tone, text });
  if (status === 'failed') add('problem', 'The newest build failed: nothing was captured.');
  else if (diff?.status === 'failed')
    add('problem', `The comparison failed: ${diff.error ?? 'no reason is known'}`);
  else if (diff?.status === 'processing') add('info', 'The newest build is still being compared.');
  else if (!diff) {
    const isDone = status === 'completed';
    add(
      'info',
      isDone
        ? 'The newest build was not compared with baselines.'
        : 'The newest build is still being captured.',
    );
  }
  if (commit && head && commit !== head) notices.push(oldBuild(commit, head));
  return notices;
}
