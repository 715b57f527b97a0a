import { type Accepted, resolveAccepted } from '../../domain/accessibility/resolveAccepted.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import {
  type AcceptedRecord,
  listAcceptedRecords,
  listRecordedBuilds,
  type RecordedBuild,
} from '../../store/accessibility/accessibilityRecords.js';
import type { Database } from '../../store/database.js';
import { type HeadView, namesOf } from '../baselines/HeadView.js';

/** Builds of a branch that are looked at: one that is farther away than so many counts as none. */
export const mostBuilds = 100;
/** Of those that the head has seen. */
const mostSeen = 20;

/** What slots are compared with. */
export interface AcceptedView {
  of(slot: Slot): { base: string | null; root: string | null };
  /** The builds that the head has seen, of any of its lines. */
  seen: readonly RecordedBuild[];
  /** Those of the head's own branch, the newest first. */
  own: readonly RecordedBuild[];
}

/** The accessibility records that the lines of a head have accepted, as far as it has seen them (R54). */
export async function findAccepted(database: Database, view: HeadView): Promise<AcceptedView> {
  const { branch, target, defaultBranch } = view;
  const read = async (line: string | null) => {
    const builds = line === null ? [] : await listSeen(database, view, line);
    const records = await listAcceptedRecords(
      database,
      builds.map(({ captureId }) => captureId),
    );
    return { builds, records: new Map(records.map((record) => [slotKey(record), record])) };
  };
  const own = await read(branch);
  const aim = await read(target);
  const fallback = await read(target === null || target === defaultBranch ? null : defaultBranch);
  const acceptedOf = (records: ReadonlyMap<string, AcceptedRecord>, slot: Slot): Accepted | undefined =>
    records.get(slotKey(slot));
  return {
    of: (slot) =>
      resolveAccepted({
        own: acceptedOf(own.records, slot),
        target: target === null ? null : acceptedOf(aim.records, slot),
        fallback: acceptedOf(fallback.records, slot),
      }),
    seen: [...own.builds, ...aim.builds, ...fallback.builds],
    own: own.builds,
  };
}

/** The builds of a branch that a head has seen, the newest first; where nothing is known of what it has seen, all. */
async function listSeen(database: Database, view: HeadView, line: string): Promise<RecordedBuild[]> {
  const builds = await listRecordedBuilds(
    database,
    {
      suiteId: view.suiteId,
      branches: namesOf(view, line),
      namespaces: [...new Set(['', view.namespace])],
    },
    { before: view.headCaptureId, most: mostBuilds },
  );
  const seen = builds.filter(({ commit, checkout }) => view.sight.sees(commit) || view.sight.sees(checkout));
  const left = (seen.length > 0 || !view.sight.isOpen ? seen : builds).slice(0, mostSeen);
  const sorted: RecordedBuild[] = [];
  while (left.length > 0) {
    // The newest that no other one descends from.
    const place = left.findIndex((build) => !left.some((other) => view.isBefore(build.commit, other.commit)));
    sorted.push(...left.splice(Math.max(place, 0), 1));
  }
  return sorted;
}
