import type { A11yMode } from '@svc/schema';
import { slotKey } from '../../domain/slot.js';
import { takeRecords } from '../../store/accessibility/accessibilityRecords.js';
import { countSnapshots, lockCapture } from '../../store/captures/captures.js';
import { listKnownImages } from '../../store/images/images.js';
import { type Origin, takeImages } from '../../store/proof/loads.js';
import { finishCapture } from '../captures/finishCapture.js';
import type { Resources } from '../Resources.js';

/**
 * Records the images of targets that need no browser, and ends the capture where nothing else is outstanding.
 * @returns the keys of their slots; an image that was removed meanwhile is not recorded
 */
export async function recordProofs(
  resources: Resources,
  { id, projectId, a11y }: { id: string; projectId: string; a11y: A11yMode },
  origins: readonly Origin[],
): Promise<ReadonlySet<string>> {
  if (origins.length === 0) return new Set();
  return resources.database.transaction().execute(async (transaction) => {
    const capture = await lockCapture(transaction, id);
    if (capture?.status !== 'capturing') return new Set();
    const hashes = new Set(origins.map(({ hash }) => hash));
    const known = await listKnownImages(transaction, projectId, [...hashes]);
    const kept = new Set(known.map(({ hash }) => hash));
    const available = origins.filter(({ hash }) => kept.has(hash));
    const taken = await takeImages(transaction, id, available);
    const keys = new Set(taken.map(slotKey));
    const recorded = available.filter((origin) => keys.has(slotKey(origin)));
    if (a11y !== 'off') await takeRecords(transaction, id, recorded);
    const completed = taken.length;
    await countSnapshots(transaction, id, { total: 0, completed, failed: 0 }, { begun: false });
    await finishCapture(resources, transaction, {
      ...capture,
      completedSnapshots: capture.completedSnapshots + completed,
    });
    return keys;
  });
}
