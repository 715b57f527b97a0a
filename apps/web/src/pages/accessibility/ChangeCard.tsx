import type { AccessibilityChange, ApprovalStatus } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/Button.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { personOf } from '../../words/personOf.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';
import { CauseLine } from '../review/result/causes/CauseLine.js';
import type { ChangeGroup } from './groupChanges.js';

/** So many are read at a glance. */
const fewFindings = 10;
const fewSnapshots = 4;

interface Props {
  org: string;
  project: string;
  /** Of the diff. */
  id: string;
  group: ChangeGroup;
  mayDecide: boolean;
  onDecide: (decision: ApprovalStatus) => void;
}

/** The findings of equal changes, the snapshots that have them, and one decision about all. */
export function ChangeCard({ org, project, id, group: { change, changes }, mayDecide, onDecide }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { findings, total, isPartial } = change;
  const shown = isOpen ? findings : findings.slice(0, fewFindings);
  const slots = isOpen ? changes : changes.slice(0, fewSnapshots);
  const hidden = findings.length - shown.length + (changes.length - slots.length);
  return (
    <li data-testid="change" className="rounded-2xl border border-line bg-surface p-5 shadow-card">
      <ul className="space-y-1.5 text-sm">
        {shown.map((finding, index) => (
          <li key={index} className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <span>
              <CauseLine text={finding.text} />
            </span>
            {finding.impact && (
              <span className="rounded-full bg-sunken px-2 py-px text-muted text-xs">{finding.impact}</span>
            )}
          </li>
        ))}
        {isOpen && total > findings.length && (
          <li className="text-muted">And {total - findings.length} more.</li>
        )}
        {isPartial && (
          <li className="text-muted">
            The page could not be recorded completely: there may be more changes.
          </li>
        )}
      </ul>
      <p className="mt-3 text-muted text-sm">
        In{' '}
        {slots.map((slot, index) => (
          <span key={slotKey(slot)}>
            {index > 0 && ', '}
            <SnapshotLink org={org} project={project} id={id} change={slot} />
          </span>
        ))}
        {hidden > 0 && (
          <>
            {' '}
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(true)}
              className="rounded underline underline-offset-2 hover:text-accent"
            >
              {hidden} more
            </button>
          </>
        )}
      </p>
      {change.isReviewable && (
        <div className="mt-4 flex flex-wrap items-center gap-2 border-line border-t pt-4">
          <StatusBadge status={change.approvalStatus} />
          {change.decidedBy && (
            <span className="text-muted text-sm">
              by {personOf(change.decidedBy)}
              {change.decidedAt && (
                <>
                  , <TimeAgo at={change.decidedAt} />
                </>
              )}
            </span>
          )}
          <Decisions change={change} count={changes.length} mayDecide={mayDecide} onDecide={onDecide} />
        </div>
      )}
    </li>
  );
}

function Decisions({
  change: { approvalStatus },
  count,
  mayDecide,
  onDecide,
}: Pick<Props, 'mayDecide' | 'onDecide'> & { change: AccessibilityChange; count: number }) {
  const all = count > 1 ? ` ${count}` : '';
  return (
    <span className="ml-auto flex gap-2">
      {approvalStatus !== 'pending' && (
        <Button look="quiet" icon="undo" disabled={!mayDecide} onClick={() => onDecide('pending')}>
          Revoke
        </Button>
      )}
      {approvalStatus !== 'rejected' && (
        <Button look="danger" icon="cross" disabled={!mayDecide} onClick={() => onDecide('rejected')}>
          Reject{all}
        </Button>
      )}
      {approvalStatus !== 'approved' && (
        <Button look="primary" icon="check" disabled={!mayDecide} onClick={() => onDecide('approved')}>
          Approve{all}
        </Button>
      )}
    </span>
  );
}

/** A snapshot by its name, which leads to its images; one that the diff does not compare has none. */
function SnapshotLink({
  org,
  project,
  id,
  change,
}: Pick<Props, 'org' | 'project' | 'id'> & { change: AccessibilityChange }) {
  const words = [change.name, variantWords(change)].filter(Boolean).join(' · ');
  if (change.resultStatus === null) return words;
  return (
    <Link
      to="/$org/$project/diffs/$id"
      params={{ org, project, id }}
      search={{ result: slotKey(change) }}
      className="rounded text-ink underline underline-offset-2 hover:text-accent"
    >
      {words}
    </Link>
  );
}
