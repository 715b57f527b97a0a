import { type Capture, type CaptureSummary, parseViewportKey } from '@svc/schema';
import { type CaptureRow, listSnapshots } from '../store/captures.js';
import type { Resources } from './Resources.js';

export const presentCaptureSummary = (row: CaptureRow): CaptureSummary => ({
  id: row.id,
  suite: row.suite,
  branch: row.branch,
  commit: row.commit,
  status: row.status,
  totalSnapshots: row.total_snapshots,
  completedSnapshots: row.completed_snapshots,
  failedSnapshots: row.failed_snapshots,
  partial: row.partial,
  ephemeral: row.ephemeral,
  isLocal: row.namespace !== '',
  autoApprove: row.auto_approve,
  autoBaseline: row.auto_baseline,
  createdAt: row.created_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
});

export async function presentCapture({ database, links }: Resources, row: CaptureRow): Promise<Capture> {
  const rows = await listSnapshots(database, row.id);
  return {
    ...presentCaptureSummary(row),
    snapshots: rows.flatMap((snapshot) =>
      snapshot.hash === null
        ? []
        : {
            name: snapshot.name,
            viewport: parseViewportKey(snapshot.viewport),
            imageUrl: links.image(row.project_id, snapshot.hash),
            hash: snapshot.hash,
            width: snapshot.width ?? 0,
            height: snapshot.height ?? 0,
            path: snapshot.path,
            unstable: snapshot.unstable,
          },
    ),
    failures: rows.flatMap((snapshot) =>
      snapshot.error === null
        ? []
        : { name: snapshot.name, viewport: parseViewportKey(snapshot.viewport), message: snapshot.error },
    ),
  };
}
