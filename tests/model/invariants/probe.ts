import { compareSlot } from '../oracle/compareBuild.js';
import { slotsOf } from '../oracle/completeBuild.js';
import { newBuild, type Result } from '../oracle/records.js';
import type { World } from '../World.js';

/** What a build of a branch would find now, by slot; nothing is kept of it. */
export function probe({ repository, oracle }: World, branch: string): Map<string, Result> {
  const commit = repository.head(branch);
  const looks = repository.looks(commit);
  const build = newBuild({ label: 'probe', branch, commit, looks }, oracle.state.clock + 1);
  const found = new Map<string, Result>();
  for (const slot of slotsOf(oracle.state)) {
    const result = compareSlot(oracle.state, build, slot);
    if (result) found.set(slot, result);
  }
  return found;
}
