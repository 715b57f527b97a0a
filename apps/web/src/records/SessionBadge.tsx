import type { SessionSummary } from '@svc/schema';
import { StatusBadge } from '../ui/StatusBadge.js';

type Shown = Pick<SessionSummary, 'status' | 'conclusion' | 'exitCode'> & { diffs: readonly unknown[] };

/** How a session stands, in one badge. */
export function SessionBadge({ session: { status, conclusion, exitCode, diffs } }: { session: Shown }) {
  if (status === 'open') return <StatusBadge status="capturing" word="Open" />;
  if (status === 'cancelled') return <StatusBadge status="failed" word="Cancelled" />;
  if (status === 'expired') return <StatusBadge status="skipped" word="Expired" />;
  if (conclusion === 'failure' && diffs.length === 0) return <StatusBadge status="failed" />;
  if (conclusion) return <StatusBadge status={conclusion} />;
  return <StatusBadge status="failed" word={exitCode ? `Command ended with ${exitCode}` : 'No verdict'} />;
}
