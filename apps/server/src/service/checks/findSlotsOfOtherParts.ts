import { keyOfPart, readPart } from '../../domain/checks/Part.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import type { CaptureRow } from '../../store/captures/captures.js';
import { listCapturingParts, listMates, listShownSlots } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';

/**
 * Keys of the slots that a capture may lack without their being removed, even if it is complete: other captures of its
 * commit show them (R24), or another CI job captured them last (R46).
 * @param absent the slots that it lacks, with the captures that their images came from
 */
export async function findSlotsOfOtherParts(
  database: Database,
  head: CaptureRow,
  absent: readonly (Slot & { captureId: string | null })[],
): Promise<ReadonlySet<string>> {
  const ofMates = await findSlotsOfMates(database, head);
  const { job } = readPart(head);
  if (job === null) return ofMates;
  const known = absent.flatMap(({ captureId, ...slot }) =>
    captureId === null ? [] : { ...slot, captureId },
  );
  const parts = await listCapturingParts(database, known);
  return new Set([...ofMates, ...parts.filter((part) => readPart(part).job !== job).map(slotKey)]);
}

/**
 * What other captures of the same suite, branch and commit show. An earlier one of the same part that shows all that this
 * one shows was done again, so what it shows besides is gone.
 */
export async function findSlotsOfMates(database: Database, head: CaptureRow): Promise<ReadonlySet<string>> {
  const { branch, commit } = head;
  if (branch === null || commit === null || head.ephemeral) return new Set();
  const part = keyOfPart(readPart(head));
  const mates = await listMates(database, head, { ...head, branch, commit });
  const others = mates.filter((mate) => !(mate.hasAll && keyOfPart(readPart(mate)) === part));
  const shown = await listShownSlots(
    database,
    others.map((mate) => mate.captureId),
  );
  return new Set(shown.map(slotKey));
}
