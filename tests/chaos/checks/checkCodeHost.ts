import { groupBy } from '../../../apps/server/src/domain/checks/groupBy.js';
import type { Build } from '../clients/Build.js';
import type { World } from '../world/openWorld.js';

/** Holds what the code host shows against the builds: one check of each commit and suite, ended, with the right verdict. */
export function checkCodeHost({ github, journal }: World, builds: readonly Build[]): void {
  const runs = groupBy(github.runs, (run) => `${run.name} at ${run.head_sha}`);
  for (const [what, shown] of runs) {
    if (shown.length > 1) journal.violate(`the code host shows ${shown.length} checks ${what}`);
    for (const { status } of shown)
      if (status !== 'completed') journal.violate(`the code host shows the check ${what} as ${status}`);
  }
  for (const build of builds) {
    if (build.compared !== 'yes') continue;
    const verdict = verdictOf(build);
    for (const name of ['svc', `svc / ${build.suite}`]) {
      const what = `${name} at ${build.commit}`;
      const [run] = runs.get(what) ?? [];
      if (!run) journal.violate(`the code host shows no check ${what}`);
      else if (verdict !== null && run.conclusion !== verdict)
        journal.violate(`the code host shows the check ${what} as ${run.conclusion} instead of ${verdict}`);
    }
  }
}

/** Null where a decision was not answered, and either verdict is right. */
function verdictOf({ snapshots }: Build): string | null {
  const decided = [...snapshots.values()].map((snapshot) => snapshot.decided);
  if (decided.some((one) => one.size > 1)) return null;
  return decided.every((one) => one.has('approved')) ? 'success' : 'failure';
}
