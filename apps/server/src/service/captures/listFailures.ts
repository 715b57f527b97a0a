import { type Diff, parseViewportKey } from '@svc/schema';
import { listFailedSnapshots } from '../../store/captures/captures.js';
import type { Resources } from '../Resources.js';

/** Snapshots of a capture that could not be captured, with the reason. */
export async function listFailures({ database }: Resources, captureId: string): Promise<Diff['failures']> {
  const snapshots = await listFailedSnapshots(database, captureId);
  return snapshots.flatMap(({ name, viewport, error }) =>
    error === null ? [] : { name, viewport: parseViewportKey(viewport), message: error },
  );
}
