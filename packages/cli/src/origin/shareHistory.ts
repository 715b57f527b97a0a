import { type CommitGraphService, findGitObstacle, type GitObstacle, SvcError, shareCommits } from '@svc/sdk';
import type { Context } from '../Context.js';
import { git } from '../git.js';

/** How to get the whole history of a clone, in words. */
export const wayToFetchAll = ({ GITHUB_ACTIONS, GITLAB_CI }: Context['env']): string => {
  if (GITHUB_ACTIONS) return '`fetch-depth: 0` for actions/checkout';
  return GITLAB_CI ? '`GIT_DEPTH: 0` in the variables of the job' : '`git fetch --unshallow`';
};

/** What the next request would end with as well: one message is enough. */
const endsEverything = (error: unknown): boolean =>
  error instanceof SvcError &&
  [
    'UNAUTHORIZED',
    'PROJECT_NOT_FOUND',
    'NETWORK_ERROR',
    'REDIRECTED',
    'INVALID_RESPONSE',
    'API_URL_INVALID',
  ].includes(error.code);

const untoldText = ({ reason, advice }: GitObstacle): string =>
  `The service cannot be told the history of this clone, since ${reason}; baselines may be guessed: ${advice}`;

/**
 * Tells the service the history of the clone, so that it can see what a branch contains. What goes wrong with that alone is
 * a line.
 * @param say prints a line
 * @returns whether there is a history, which is then told
 * @throws SvcError where the service cannot be reached or does not know the key
 */
export async function shareHistory(
  service: CommitGraphService,
  { env, cwd, signal }: Pick<Context, 'env' | 'cwd' | 'signal'>,
  say: (line: string) => void,
): Promise<boolean> {
  if (env.SVC_COMMITS_SHARED) return true;
  if ((await git(cwd, 'rev-parse', '--verify', 'HEAD')) === null) {
    const obstacle = await findGitObstacle(cwd);
    // Where there is not a repository, there is nothing to tell: a build may well be uploaded from there.
    if (obstacle && obstacle.kind !== 'outside') say(untoldText(obstacle));
    return false;
  }
  try {
    const { isCutOff } = await shareCommits(service, cwd);
    if (isCutOff) {
      say(
        'This clone is shallow, and the service does not know what lies below it, so baselines may be guessed: ' +
          `fetch the whole history (${wayToFetchAll(env)})`,
      );
    }
  } catch (error) {
    if (signal.aborted || endsEverything(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    say(`The service could not be told the history of this clone, so baselines may be guessed: ${reason}`);
  }
  return true;
}
