import type { ApprovalStatus, CaptureStatus, Conclusion, DiffStatus, ResultStatus } from '@svc/schema';
import { Icon, type IconName } from './Icon.js';

export type Status = ResultStatus | ApprovalStatus | CaptureStatus | DiffStatus | Conclusion;

interface Look {
  icon: IconName;
  word: string;
  colors: string;
}

const quiet = 'bg-sunken text-muted';
const looks: Record<Status, Look> = {
  changed: { icon: 'changed', word: 'Changed', colors: 'bg-changed-soft text-changed' },
  new: { icon: 'plus', word: 'New', colors: 'bg-new-soft text-new' },
  removed: { icon: 'minus', word: 'Removed', colors: 'bg-removed-soft text-removed' },
  unchanged: { icon: 'equal', word: 'Unchanged', colors: quiet },
  skipped: { icon: 'skip', word: 'Skipped', colors: quiet },
  pending: { icon: 'clock', word: 'Pending', colors: quiet },
  approved: { icon: 'check', word: 'Approved', colors: 'bg-good-soft text-good' },
  rejected: { icon: 'cross', word: 'Rejected', colors: 'bg-removed-soft text-removed' },
  capturing: { icon: 'camera', word: 'Capturing', colors: 'bg-accent-soft text-accent' },
  processing: { icon: 'refresh', word: 'Processing', colors: 'bg-accent-soft text-accent' },
  completed: { icon: 'check', word: 'Completed', colors: 'bg-good-soft text-good' },
  success: { icon: 'check', word: 'Passed', colors: 'bg-good-soft text-good' },
  failure: { icon: 'warning', word: 'Needs review', colors: 'bg-changed-soft text-changed' },
  failed: { icon: 'cross', word: 'Failed', colors: 'bg-removed-soft text-removed' },
};

export const statusLook = (status: Status): Look => looks[status];

/** A status by icon and word, never by color alone. */
export function StatusBadge({ status, word }: { status: Status; word?: string }) {
  const look = looks[status];
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs ${look.colors}`}
    >
      <Icon name={look.icon} size={12} />
      {word ?? look.word}
    </span>
  );
}
