import type { Entry } from './records.js';
import { completedBuilds, type State } from './State.js';

/** Revokes entries; builds that had compared with them are outdated, whatever their branch (R6). */
export function revokeEntries(state: State, isMeant: (entry: Entry) => boolean): void {
  const revoked = new Set(state.entries.filter((entry) => !entry.revoked && isMeant(entry)));
  for (const entry of revoked) entry.revoked = true;
  for (const build of completedBuilds(state)) {
    for (const { entry } of build.results.values()) {
      if (entry && revoked.has(entry)) build.isOutdated = true;
    }
  }
}
