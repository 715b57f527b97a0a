import type { CommitGraph } from './CommitGraph.js';

/**
 * Tells which of two commits is the later one, again and again: for one slot after the other the same few are compared. Good
 * as long as nothing is added to the graph.
 */
export function orderOf(graph: CommitGraph): (earlier: string, later: string) => boolean {
  const known = new Map<string, boolean>();
  return (earlier, later) => {
    const key = `${earlier} ${later}`;
    const answer = known.get(key) ?? graph.isBefore(earlier, later);
    known.set(key, answer);
    return answer;
  };
}
