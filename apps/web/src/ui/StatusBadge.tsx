import type { ApprovalStatus, CaptureStatus, Conclusion, DiffStatus, ResultStatus } from '@svc/schema';
import { Icon, type IconName } from './Icon.js';

export type Status = ResultStatus | ApprovalStatus | CaptureStatus | DiffStatus | Conclusion;

interface Look {
  icon: IconName;
  word: string;
  colours: string;
}

const quiet = 'bg-sunken text-muted';
const looks: Record<Status, Look> = {
  changed: { icon: 'changed', word: 'Changed', colours: 'bg-changed-soft text-changed' },
  new: { icon: 'plus', word: 'New', colours: 'bg-new-soft text-new' },
  removed: { icon: 'minus', word: 'Removed', colours: 'bg-removed-soft text-removed' },
  unchanged: { icon: 'equal', word: 'Unchanged', colours: quiet },
  skipped: { icon: 'skip', word: 'Skipped', colours: quiet },
  pending: { icon: 'clock', word: 'Pending', colours: quiet },
  approved: { icon: 'check', word: 'Approved', colours: 'bg-good-soft text-good' },
  rejected: { icon: 'cross', word: 'Rejected', colours: 'bg-removed-soft text-removed' },
  capturing: { icon: 'camera', word: 'Capturing', colours: 'bg-accent-soft text-accent' },
  processing: { icon: 'refresh', word: 'Processing', colours: 'bg-accent-soft text-accent' },
  completed: { icon: 'check', word: 'Completed', colours: 'bg-good-soft text-good' },
  success: { icon: 'check', word: 'Passed', colours: 'bg-good-soft text-good' },
  failure: { icon: 'warning', word: 'Needs review', colours: 'bg-changed-soft text-changed' },
  failed: { icon: 'cross', word: 'Failed', colours: 'bg-removed-soft text-removed' },
};

export const statusLook = (status: Status): Look => looks[status];

/** A status by icon and word, never by colour alone. */
export function StatusBadge({ status, word }: { status: Status; word?: string }) {
  const look = looks[status];
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs ${look.colours}`}
    >
      <Icon name={look.icon} size={12} />
      {word ?? look.word}
    </span>
  );
}
