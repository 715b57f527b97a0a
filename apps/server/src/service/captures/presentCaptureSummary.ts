import type { CaptureSummary } from '@svc/schema';
import type { CaptureRow } from '../../store/captures/captures.js';

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
