import type { Look } from '../../domain/baselines/Entry.js';
import { listMoved } from '../../domain/baselines/hasMoved.js';
import { groupBy } from '../../domain/checks/groupBy.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { listLogsSince } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { listUndecidedSince, type UndecidedResult } from '../../store/diffs/results.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';
import { resolveBases } from './findBases.js';
import { destinationsOf, type HeadView, headOf, lineOfEntry, namesOf, viewHead } from './HeadView.js';

/** A result with what it was compared with. */
export interface Compared extends Slot {
  basePixels: Look;
  headPixels: Look;
}

/**
 * Which results would be compared with something else by now (R14): their base is another look, what this diff promoted
 * aside, or the log of a branch that was named for promotions has moved.
 */
export async function findMoved<R extends Compared>(
  database: Database,
  diff: DiffRow,
  view: HeadView,
  results: readonly R[],
): Promise<R[]> {
  if (results.length === 0 || diff.baselineMark === null) return [];
  const { id: diffId, baselineMark: mark } = diff;
  const branches = [view.branch, view.target, view.defaultBranch, ...view.former.map(({ name }) => name)];
  const named = diff.targetRefs === null ? [] : destinationsOf(view, diff);
  const names = named.flatMap((branch) => namesOf(view, branch));
  const touched = await listLogsSince(database, {
    suiteId: diff.suiteId,
    namespaces: [...new Set(['', diff.namespace])],
    branches: [...new Set([...branches.flatMap((branch) => branch ?? []), ...names])],
    named: names,
    mark,
    diffId,
    slots: results,
  });
  if (touched.length === 0) return [];
  const movedTargets = listMoved(
    touched
      .map((entry) => ({ ...entry, branch: lineOfEntry(view, entry) }))
      .filter(({ branch }) => named.includes(branch)),
    mark,
    diffId,
  );
  const touchedSlots = new Set(touched.map(slotKey));
  const asked = diff.baseCaptureId ? [] : results.filter((result) => touchedSlots.has(slotKey(result)));
  const heads = asked.map((result) => ({ ...slotOf(result), pixels: result.headPixels }));
  const bases = new Map<string, Look>();
  if (asked.length > 0) {
    for (const { lines, entry } of await resolveBases(database, view, heads, asked.map(slotOf)))
      bases.set(slotKey(lines.slot), entry?.look ?? null);
  }
  const isMoved = (result: R) =>
    movedTargets.has(slotKey(result)) ||
    (!diff.baseCaptureId &&
      touchedSlots.has(slotKey(result)) &&
      (bases.get(slotKey(result)) ?? null) !== result.basePixels);
  return results.filter(isMoved);
}

/** Undecided results of a diff that are looked at first: where all baselines have moved, any of them tells. */
const fewOfMany = 100;

/** Those of some diffs of which an undecided result would be compared with something else by now (R14). */
export async function listStale(
  { database, commitGraphs }: Pick<Resources, 'database' | 'commitGraphs'>,
  project: ProjectRow,
  diffs: readonly DiffRow[],
): Promise<Set<string>> {
  const stale = new Set<string>();
  const findAmong = async (asked: readonly DiffRow[], most: number | null): Promise<DiffRow[]> => {
    const ids = asked.map(({ id }) => id);
    const undecided = groupBy(await listUndecidedSince(database, ids, most), ({ diffId }) => diffId);
    for (const diff of asked) {
      const results = undecided.get(diff.id);
      if (!results) continue;
      const view = await viewHead(database, commitGraphs, project, headOf(diff));
      if ((await findMoved(database, diff, view, results)).length > 0) stale.add(diff.id);
    }
    return asked.filter(({ id }) => !stale.has(id) && undecided.get(id)?.length === most);
  };
  const completed = diffs.filter(({ status }) => status === 'completed');
  await findAmong(await findAmong(completed, fewOfMany), null);
  return stale;
}

/** The undecided results of a diff that would be compared with something else by now (R14). */
export const listStaleResults = async (
  database: Database,
  diff: DiffRow,
  view: HeadView,
): Promise<UndecidedResult[]> =>
  diff.status === 'completed'
    ? findMoved(database, diff, view, await listUndecidedSince(database, [diff.id]))
    : [];

/** Whether an undecided result of a diff would be compared with something else by now (R14). */
export const isDiffStale = async (
  resources: Pick<Resources, 'database' | 'commitGraphs'>,
  project: ProjectRow,
  diff: DiffRow,
): Promise<boolean> => (await listStale(resources, project, [diff])).has(diff.id);
