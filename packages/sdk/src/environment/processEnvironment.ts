import type { Env } from '../ci/CiRun.js';
import { detectBaselineRef, detectCheckout } from '../detect.js';
import { detectCiPages } from '../detectCiPages.js';
import { detectPart } from '../detectPart.js';
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
    if (head === null || (head !== commit && head !== (await runOf(commit)).checkout)) return;
    await shareCommits(service, cwd);
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
      const sharing = shared.get(key) ?? share(service, commit).catch(warn);
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

function warn(error: unknown): void {
  if (error instanceof SvcError && error.code === 'ABORTED') return;
  process.emitWarning(
    `the service was not told the history of this repository, so baselines may be guessed: ${textOfError(error)}`,
    'SvcWarning',
  );
}
