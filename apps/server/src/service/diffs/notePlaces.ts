import type { Entry } from '../../domain/baselines/Entry.js';
import { extremesOf } from '../../domain/baselines/newestEntry.js';
import { setPlaces } from '../../store/baselines/lines.js';
import type { Database } from '../../store/database.js';
import { lineOfEntry } from '../baselines/HeadView.js';
import type { PreparedDiff } from './prepareDiff.js';

/**
 * A baseline stands at every commit of its branch whose build captured it unchanged (R5).
 * @returns whether the diff tells such commits
 */
export async function notePlaces(transaction: Database, prepared: PreparedDiff): Promise<boolean> {
  const { diff, head, view } = prepared;
  const { commit } = diff;
  if (commit === null || diff.ephemeral || diff.namespace !== '' || !diff.judging) return false;
  // A commit that nobody described is told by its build alone; such places would only pile up.
  if ((head.exitCode ?? 0) !== 0 || !view.graph.knows(commit)) return false;
  const placed = new Map<string, { ids: number[]; places: string[] }>();
  for (const entry of listUnchanged(prepared)) {
    if (lineOfEntry(view, entry) !== view.branch || entry.places.includes(commit)) continue;
    const places = extremesOf([...entry.places, commit], view.isBefore);
    const key = places.join(' ');
    const same = placed.get(key);
    if (same) same.ids.push(entry.id);
    else placed.set(key, { ids: [entry.id], places });
  }
  await setPlaces(transaction, [...placed.values()]);
  return true;
}

function listUnchanged({ judged, compared }: PreparedDiff): Entry[] {
  const slots = [
    ...judged.filter(({ slot }) => slot.verdict === 'unchanged'),
    ...compared.filter(({ status }) => status === 'unchanged'),
  ];
  return slots.flatMap(({ slot }) => slot.entry ?? []);
}
