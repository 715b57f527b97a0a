import { detectBranch, detectCommit, findGitObstacle } from '@svc/sdk';
import type { Context } from '../Context.js';
import { git } from '../git.js';
import { wayToFetchAll } from '../origin/shareHistory.js';
import { countText } from '../output/countText.js';
import { shortCommit } from '../output/shortCommit.js';
import { type Finding, failed, failedBy, ok, warning } from './Finding.js';

async function examineOrigin({ env, cwd }: Context): Promise<Finding> {
  try {
    const commit = await detectCommit(undefined, { env, cwd });
    const branch = await detectBranch(undefined, { env, cwd });
    return ok('commit', `${branch} at ${shortCommit(commit)}`);
  } catch (error) {
    return failedBy('commit', error, 'pass --branch and --commit, or set SVC_BRANCH and SVC_COMMIT');
  }
}

async function examineDepth({ env, cwd }: Context): Promise<Finding> {
  if ((await git(cwd, 'rev-parse', '--is-shallow-repository')) !== 'true') {
    return ok('history', 'complete');
  }
  const count = await git(cwd, 'rev-list', '--count', 'HEAD');
  const commits = count === null ? 'some commits' : countText(Number(count), 'commit');
  return warning(
    'history',
    `this clone is shallow: it has ${commits} of the branch, so baselines may be guessed`,
    `fetch the whole history (${wayToFetchAll(env)})`,
  );
}

/** What git and CI say of the run, and whether the history of the clone is complete. */
export async function examineGit(context: Context): Promise<Finding[]> {
  const { cwd } = context;
  const obstacle = await findGitObstacle(cwd);
  if (obstacle) {
    const { kind, reason, advice } = obstacle;
    const finding =
      kind === 'outside'
        ? warning('git', `${cwd} is not in a git repository`, 'run svc inside the repository')
        : failed('git', reason, advice);
    return [finding, await examineOrigin(context)];
  }
  const folder = (await git(cwd, 'rev-parse', '--show-toplevel')) ?? cwd;
  const hasCommit = (await git(cwd, 'rev-parse', '--verify', 'HEAD')) !== null;
  return [
    ok('git', folder),
    await examineOrigin(context),
    ...(hasCommit ? [await examineDepth(context)] : []),
  ];
}
