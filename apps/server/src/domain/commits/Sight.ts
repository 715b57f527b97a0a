import type { CommitGraph } from './CommitGraph.js';

/** A head, as far as its history is known. */
export interface Head {
  /** The commit that was checked out, which may be a merge that CI made; null when the client named none. */
  checkout: string | null;
  /** Commits reachable from it, as clients send them that do not send the graph; newest first. */
  history: readonly string[];
}

/** What a head has seen (R7). */
export interface Sight {
  /** Whether the commit is the one that was checked out, or one of its ancestors. */
  sees(commit: string): boolean;
  /** Whether the head holds the commit, or another with its author, author date and subject (R7, R23). */
  seesRewritten(commit: string): boolean;
  /** Whether there may be ancestors that nobody reported: what was not seen is then not known to be unseen. */
  isOpen: boolean;
  /** Whether nothing but the head itself is known. */
  isBlind: boolean;
}

export function sightOf(graph: CommitGraph, { checkout, history }: Head): Sight {
  const ancestry = checkout === null ? null : graph.ancestryOf(checkout);
  const told = new Set(history);
  const sees = (commit: string) => (ancestry?.has(commit) ?? false) || told.has(commit);
  return {
    sees,
    seesRewritten: (commit) => {
      if (sees(commit)) return true;
      const origin = graph.originOf(commit);
      return origin !== null && (ancestry?.hasOrigin(origin) ?? false);
    },
    isOpen: ancestry?.isOpen ?? true,
    isBlind: (checkout === null || !graph.knows(checkout)) && history.length === 0,
  };
}
