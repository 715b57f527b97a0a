import { readPart } from '../../domain/checks/Part.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { CaptureRow } from '../../store/captures/captures.js';
import { listCapturingParts } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';

/**
 * Which of some slots, by their keys, another job of CI captured last: that a job does not show them says nothing of
 * them, as half of the stories in one job removes nothing of the other half (R46).
 * @param slots that the head does not show, with the captures that their images are from
 */
export async function findSlotsOfOtherJobs(
  database: Database,
  head: CaptureRow,
  slots: readonly (Slot & { captureId: string | null })[],
): Promise<ReadonlySet<string>> {
  const { job } = readPart(head);
  if (job === null) return new Set();
  const known = slots.flatMap(({ captureId, ...slot }) => (captureId === null ? [] : { ...slot, captureId }));
  const parts = await listCapturingParts(database, known);
  return new Set(parts.filter((part) => readPart(part).job !== job).map(slotKey));
}
