import type { CaptureSummary } from '@svc/schema';
import type { CaptureRow } from '../../store/captures/captures.js';

export const presentCaptureSummary = (row: CaptureRow): CaptureSummary => ({
  id: row.id,
  suite: row.suite,
  branch: row.branch,
  commit: row.commit,
  status: row.status,
  totalSnapshots: row.totalSnapshots,
  completedSnapshots: row.completedSnapshots,
  failedSnapshots: row.failedSnapshots,
  partial: row.partial,
  ephemeral: row.ephemeral,
  isLocal: row.namespace !== '',
  autoApprove: row.autoApprove,
  autoBaseline: row.autoBaseline,
  createdAt: row.createdAt.toISOString(),
  completedAt: row.completedAt?.toISOString() ?? null,
});
