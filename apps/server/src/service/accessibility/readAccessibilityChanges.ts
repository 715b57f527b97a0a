import type { AccessibilityChange, DiffAccessibility } from '@svc/schema';
import { a11yModeOf } from '../../domain/accessibility/a11yModeOf.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import {
  type AccessibilityChangeRow,
  listShownChanges,
} from '../../store/accessibility/accessibilityChanges.js';
import { findDiff } from '../../store/diffs/diffs.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/**
 * What changed for assistive technology in the slots of a diff (R54).
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readAccessibilityChanges(
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
  id: string,
): Promise<DiffAccessibility> {
  const diff = await findDiff(database, project.id, id);
  if (!diff) throw notFound('Diff');
  const rows = await listShownChanges(database, diff.id);
  return {
    mode: a11yModeOf(project, diff.suite),
    changes: rows.map((row) => ({ ...present(row), resultStatus: row.resultStatus })),
  };
}

const present = (row: AccessibilityChangeRow): Omit<AccessibilityChange, 'resultStatus'> => ({
  ...presentSlot(row),
  findings: row.findings,
  total: row.total,
  isPartial: row.partial,
  isReviewable: row.reviewed,
  isCarried: row.carried,
  approvalStatus: row.approvalStatus,
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decidedIn: row.decidedIn,
});
