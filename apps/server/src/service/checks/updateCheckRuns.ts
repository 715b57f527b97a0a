import {
  type ConcludedDiff,
  describeCheckRun,
  describeCommit,
} from '../../domain/checks/describeCheckRun.js';
import { conclude } from '../../domain/results/conclude.js';
import {
  ensureCheckRun,
  findCheckRun,
  listDiffsOfCommit,
  lockCommitCheckRun,
  setCheckRunState,
} from '../../store/checks/checkRuns.js';
import type { Database } from '../../store/database.js';
import { countResults, type DiffRow, findDiffs } from '../../store/diffs/diffs.js';

/**
 * Makes the check runs of a diff and of its commit (R26), for {@link updateCheckRuns} to fill. Local runs and captures
 * without branch and commit have none (R19).
 */
export async function openCheckRuns(transaction: Database, diff: DiffRow): Promise<void> {
  const { projectId, branch, commit } = diff;
  if (diff.namespace !== '' || diff.ephemeral || branch === null || commit === null) return;
  await ensureCheckRun(transaction, { projectId, branch, commit, diffId: diff.id });
  await ensureCheckRun(transaction, { projectId, branch, commit, diffId: null });
}

/** Brings the check run of a diff and that of its commit up to date (R25). Nothing happens where there is none. */
export async function updateCheckRuns(transaction: Database, diffId: string): Promise<void> {
  const run = await findCheckRun(transaction, diffId);
  if (!run) return;
  // Whoever else changes a diff of this commit waits here, and reads afterwards what this transaction made of it.
  const summary = await lockCommitCheckRun(transaction, run.projectId, run.commit);
  const ids = await listDiffsOfCommit(transaction, run.projectId, run.commit);
  const concluded = await listConcluded(transaction, [...new Set([diffId, ...ids])]);
  const own = concluded.get(diffId);
  if (own) await setCheckRunState(transaction, run.id, describeCheckRun(own));
  const all = ids.flatMap((id) => concluded.get(id) ?? []);
  if (summary) await setCheckRunState(transaction, summary.id, describeCommit(all));
}

async function listConcluded(
  database: Database,
  diffIds: readonly string[],
): Promise<Map<string, ConcludedDiff>> {
  const counted = await countResults(database, diffIds);
  const concluded = new Map<string, ConcludedDiff>();
  for (const { id, suite, status, exitCode, error } of await findDiffs(database, diffIds)) {
    const counts = counted.get(id);
    if (!counts) continue;
    const conclusion = conclude(status, counts, exitCode);
    concluded.set(id, { suite, status, conclusion, counts, exitCode, error });
  }
  return concluded;
}
