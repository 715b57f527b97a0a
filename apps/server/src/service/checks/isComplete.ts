import { isRunComplete } from '../../domain/checks/isRunComplete.js';
import { readPart } from '../../domain/checks/Part.js';
import type { CaptureRow } from '../../store/captures/captures.js';
import { isRunFinished, listReportedShards } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';

/**
 * Whether a capture declared that nothing of its suite is missing. A shard is complete only together with all other
 * shards of its run: so absence means removal for the one that ends last (R46).
 */
export async function isComplete(database: Database, capture: CaptureRow): Promise<boolean> {
  const { shard } = readPart(capture);
  const { branch, commit, suiteId } = capture;
  if (!capture.complete || shard === null) return capture.complete;
  if (branch === null || commit === null) return false;
  const run = { ...capture, branch, commit };
  const reported = await listReportedShards(database, run);
  const indices = [shard.index, ...reported.map(({ index }) => index)];
  const total = shard.total ?? ((await isRunFinished(database, run)) ? Math.max(...indices) : null);
  return isRunComplete({ suiteId, index: shard.index }, total, reported);
}
