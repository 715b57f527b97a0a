import type { Env } from '../ci/CiRun.js';
import { detectBaselineRef, detectCheckout } from '../detect.js';
import { detectPart } from '../detectPart.js';
import { runGit } from '../git/runGit.js';
import { type CommitGraphService, shareCommits } from '../git/shareCommits.js';
import { SvcError } from '../SvcError.js';
import type { ClientEnvironment, RunFields } from './ClientEnvironment.js';
import { readVariables } from './readVariables.js';

/** What this process has told services or is telling them, by service, folder and commit. */
const shared = new Map<string, Promise<void>>();

/** The variables, directory and git repository of this process. */
export function processEnvironment(env: Env = process.env): ClientEnvironment {
  const checkouts = new Map<string, Promise<string | undefined>>();
  const checkoutOf = (commit: string) => {
    const known = checkouts.get(commit) ?? detectCheckout(commit, { env });
    checkouts.set(commit, known);
    return known;
  };

  async function share(service: CommitGraphService, commit: string): Promise<void> {
    const cwd = process.cwd();
    const head = await runGit(cwd, 'rev-parse', '--verify', 'HEAD');
    if (head === null || (head !== commit && head !== (await checkoutOf(commit)))) return;
    await shareCommits(service, cwd);
  }

  return {
    variables: readVariables(env),
    baselineRef: () => detectBaselineRef({ env }) ?? undefined,
    runOf: async (commit): Promise<RunFields> => ({
      checkout: await checkoutOf(commit),
      ...detectPart(env),
    }),
    async shareHistory(service, name, commit) {
      if (env.SVC_COMMITS_SHARED) return;
      const key = JSON.stringify([name, process.cwd(), commit]);
      const sharing = shared.get(key) ?? share(service, commit).catch(warn);
      shared.set(key, sharing);
      await sharing;
    },
  };
}

function warn(error: unknown): void {
  if (error instanceof SvcError && error.code === 'ABORTED') return;
  const reason = error instanceof Error ? error.message : String(error);
  process.emitWarning(
    `the service was not told the history of this repository, so baselines may be guessed: ${reason}`,
    'SvcWarning',
  );
}
