import type { Env } from '../ci/CiRun.js';
import { detectBaselineRef, detectCheckout } from '../detect.js';
import { detectCiPages } from '../detectCiPages.js';
import { detectPart } from '../detectPart.js';
import { findGitObstacle } from '../git/findGitObstacle.js';
import { runGit } from '../git/runGit.js';
import { type CommitGraphService, shareCommits } from '../git/shareCommits.js';
import { SvcError } from '../SvcError.js';
import { textOfError } from '../thrown.js';
import type { ClientEnvironment, RunFields } from './ClientEnvironment.js';
import { readVariables } from './readVariables.js';

/** What this process has told services or is telling them, by service, folder and commit. */
const shared = new Map<string, Promise<void>>();

/** The variables, directory and git repository of this process. */
export function processEnvironment(env: Env = process.env): ClientEnvironment {
  const runs = new Map<string, Promise<RunFields>>();
  const runOf = (commit: string) => {
    const known = runs.get(commit) ?? describeRun(commit, env);
    runs.set(commit, known);
    return known;
  };
  let baseline: { ref: string | undefined } | undefined;

  async function share(service: CommitGraphService, commit: string): Promise<void> {
    const cwd = process.cwd();
    const head = await runGit(cwd, 'rev-parse', '--verify', 'HEAD');
    if (head === null) {
      const obstacle = await findGitObstacle(cwd);
      // Where there is not a repository, there is nothing to tell.
      if (obstacle && obstacle.kind !== 'outside') warn(`${obstacle.reason}; ${obstacle.advice}`);
      return;
    }
    if (head !== commit && head !== (await runOf(commit)).checkout) return;
    const { isCutOff } = await shareCommits(service, cwd);
    if (isCutOff)
      warn('it ends in this shallow clone, and nobody has told the rest; fetch the whole history');
  }

  return {
    variables: readVariables(env),
    baselineRef() {
      baseline ??= { ref: detectBaselineRef({ env }) ?? undefined };
      return baseline.ref;
    },
    runOf,
    async shareHistory(service, name, commit) {
      if (env.SVC_COMMITS_SHARED) return;
      const key = JSON.stringify([name, process.cwd(), commit]);
      const sharing = shared.get(key) ?? share(service, commit).catch(warnOf);
      shared.set(key, sharing);
      await sharing;
    },
  };
}

const describeRun = async (commit: string, env: Env): Promise<RunFields> => ({
  checkout: await detectCheckout(commit, { env }),
  ...detectPart(env),
  ci: detectCiPages(env, commit),
});

function warnOf(error: unknown): void {
  if (error instanceof SvcError && error.code === 'ABORTED') return;
  warn(textOfError(error));
}

function warn(why: string): void {
  process.emitWarning(
    `the service was not told the history of this repository, so baselines may be guessed: ${why}`,
    'SvcWarning',
  );
}
