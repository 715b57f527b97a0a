import type { ReviewItem } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { StatusBadge } from '../../../ui/StatusBadge.js';
import { countOf } from '../../../words/countText.js';
import { displayName } from '../../../words/displayName.js';
import { slotKey } from '../../../words/slotKey.js';
import { variantWords } from '../../../words/variantWords.js';
import { ResultThumbnail } from '../list/Thumbnail.js';
import { isSettled, type Verdict } from './applyDecision.js';

interface Props {
  set: readonly ReviewItem[];
  /** What was to be decided when the sheet opened: its button has the focus. */
  asked: Verdict | null;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
  onDecide: (to: Verdict) => void;
  onClose: () => void;
}

/** Every picture of a set that is too large to be seen beside a result, and the decision about all of it. */
export function ContactSheet({ set, asked, isFixed, onDecide, onClose }: Props) {
  const left = (to: Verdict) => set.filter((one) => !isSettled(one, to)).length;
  return (
    <Dialog
      isWide
      title={countOf(set.length, 'snapshot')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} {...(asked === null && { 'data-first': true })}>
            Close
          </Button>
          {left('rejected') > 0 && (
            <Button
              look="danger"
              icon="cross"
              disabled={isFixed}
              onClick={() => onDecide('rejected')}
              {...(asked === 'rejected' && { 'data-first': true })}
            >
              Reject {left('rejected')}
            </Button>
          )}
          {left('approved') > 0 && (
            <Button
              look="primary"
              icon="check"
              disabled={isFixed}
              onClick={() => onDecide('approved')}
              {...(asked === 'approved' && { 'data-first': true })}
            >
              Approve {left('approved')}
            </Button>
          )}
        </>
      }
    >
      <ul
        data-testid="sheet"
        className="grid max-h-[65vh] grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 overflow-y-auto"
      >
        {set.map((one) => (
          <li
            key={slotKey(one)}
            data-slot={slotKey(one)}
            className="min-w-0 rounded-lg border border-line p-1.5 text-xs"
          >
            <span className="flex h-24 overflow-hidden rounded-md bg-sunken">
              <ResultThumbnail result={one} />
            </span>
            <bdi title={one.name} className="mt-1 block truncate font-medium">
              {displayName(one).title}
            </bdi>
            <span className="flex items-center justify-between gap-1 text-muted tabular-nums">
              <bdi className="truncate">{variantWords(one)}</bdi>
              {one.approvalStatus !== 'pending' && <StatusBadge status={one.approvalStatus} />}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
