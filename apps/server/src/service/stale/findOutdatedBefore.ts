import type { CommitGraph } from '../../domain/commits/CommitGraph.js';
import { findSuiteOfDiff } from '../../store/diffs/diffs.js';
import { listOutdated, type OutdatedDiff } from '../../store/diffs/outdated.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { Resources } from '../Resources.js';

/**
 * The diff of the same suite that has to be compared again before this one, if any. A build rests on what builds of the
 * commits that it has seen came to; so the oldest commit comes first, and of one commit the build that began first. Then
 * the order in which jobs are taken decides nothing (R6, R22). Holds the baselines until the end of the transaction.
 * @param except diffs that are not waited for
 */
export async function findOutdatedBefore(
  { database: transaction, commitGraphs }: Pick<Resources, 'database' | 'commitGraphs'>,
  diffId: string,
  except: ReadonlySet<string> = new Set(),
): Promise<string | null> {
  const suiteId = await findSuiteOfDiff(transaction, diffId);
  if (suiteId === null) return null;
  await lockBaselines(transaction, suiteId, 'write');
  const outdated = await listOutdated(transaction, suiteId, diffId);
  const others = outdated.filter(({ id }) => id !== diffId && !except.has(id));
  const own = outdated.find(({ id }) => id === diffId);
  if (!own || others.length === 0) return null;
  const graph = await commitGraphs.read(transaction, own.projectId);
  const [first] = [own, ...others].sort((one, other) => inOrder(graph, one, other));
  return first && first !== own ? first.id : null;
}

const inOrder = (graph: CommitGraph, one: OutdatedDiff, other: OutdatedDiff): number =>
  ageOf(graph, one) - ageOf(graph, other) || (one.captureId < other.captureId ? -1 : 1);

const ageOf = (graph: CommitGraph, { checkout }: OutdatedDiff): number =>
  checkout === null ? 0 : graph.generationOf(checkout);
