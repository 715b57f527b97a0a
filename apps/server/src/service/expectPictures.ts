import { slotKey } from '../domain/slot.js';
import type { CaptureRow } from '../store/captures.js';
import { findBases, type Picture } from './findBases.js';
import type { Resources } from './Resources.js';

/** The baseline of each slot that a capture about to be taken would be compared with, by slot. */
export async function expectPictures(
  { database }: Pick<Resources, 'database'>,
  capture: CaptureRow,
): Promise<Map<string, Picture>> {
  const lookUp = {
    projectId: capture.project_id,
    suiteId: capture.suite_id,
    namespace: capture.namespace,
    branch: capture.branch,
    baselineRef: capture.baseline_ref,
    history: capture.history,
  };
  const bases = await findBases(database, lookUp, []);
  return new Map(
    [...bases.values()].flatMap((base) => (base.picture ? [[slotKey(base), base.picture]] : [])),
  );
}
