/**
 * How long it takes to tell what a head has seen, in a history as large as they come: 200,000 commits, of which every tenth is
 * a merge, and 5,000 slots with baselines of many commits. Without the database: what it adds is in the uploads.
 */
import { newestEntry } from '../../apps/server/dist/domain/baselines/newestEntry.js';
import { CommitGraph } from '../../apps/server/dist/domain/commits/CommitGraph.js';
import { orderOf } from '../../apps/server/dist/domain/commits/orderOf.js';
import { sightOf } from '../../apps/server/dist/domain/commits/Sight.js';

const commits = 200_000;
const slots = 5_000;

export const nameOf = (index) => index.toString(16).padStart(40, '0');

/** A main line, from which every tenth commit comes back as a merged branch of one commit. */
export const parentsOf = (index) => {
  if (index === 0) return [];
  return index % 10 === 9 ? [nameOf(index - 1), nameOf(index - 3)] : [nameOf(index - 1)];
};

export const recordOf = (index) => ({
  id: nameOf(index),
  parents: parentsOf(index),
  origin: nameOf(index).slice(8),
});

/** @returns milliseconds: to read the graph, for a head that is asked of for the first time, and for one that is known */
export function measureGraph() {
  const graph = new CommitGraph();
  const begin = performance.now();
  for (let index = 0; index < commits; index++) graph.add(recordOf(index));
  graph.isBefore(nameOf(0), nameOf(1));
  const read = performance.now() - begin;
  // A baseline of each slot that no other one covers, approved all over the history, which stands to this day; every
  // hundredth slot has two that know nothing of each other.
  const entries = Array.from({ length: slots }, (_, slot) => {
    const approved = Math.floor((slot * commits) / slots);
    const one = { id: slot, places: [nameOf(approved), nameOf(commits - 100)] };
    return slot % 100 === 0
      ? [one, { id: slot + slots, places: [nameOf(Math.max(0, approved - 500))] }]
      : [one];
  });
  const ask = (head) => {
    const start = performance.now();
    const sight = sightOf(graph, { checkout: head, history: [] });
    const isBefore = orderOf(graph);
    let found = 0;
    for (const all of entries) {
      const seen = all.flatMap((entry) => {
        const places = entry.places.filter(sight.sees);
        return places.length > 0 ? [{ ...entry, places }] : [];
      });
      if (newestEntry(seen, isBefore)) found++;
    }
    if (found !== slots) throw new Error(`of ${slots} slots ${found} have a base`);
    return performance.now() - start;
  };
  const head = (index) => nameOf(commits - 1 - index);
  ask(head(1));
  const first = Array.from({ length: 15 }, (_, index) => ask(head(2 + index))).sort((a, b) => a - b);
  const again = Array.from({ length: 15 }, () => ask(head(5))).sort((a, b) => a - b);
  return { read, first: first[7], again: again[7] };
}
