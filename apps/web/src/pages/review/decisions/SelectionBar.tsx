import { Button } from '../../../ui/Button.js';
import { countText } from '../../../words/countText.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';

interface Props {
  count: number;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
  review: ReviewControls;
}

/** What can be done with the marked results. */
export function SelectionBar({ count, isFixed, review }: Props) {
  return (
    <div
      data-testid="selection"
      className="flex items-center gap-1.5 border-line border-b bg-accent-soft px-4 py-2 text-sm"
    >
      <span className="min-w-0 flex-1 truncate font-medium tabular-nums">{countText(count)} selected</span>
      <ActionButton
        action="rejectMany"
        review={review}
        look="danger"
        icon="cross"
        disabled={isFixed}
        tip="Reject the selection (⇧ R)"
      />
      <ActionButton
        action="approveMany"
        review={review}
        look="primary"
        icon="check"
        disabled={isFixed}
        tip="Approve the selection (⇧ A)"
      />
      <Button
        look="quiet"
        aria-label="Clear the selection"
        tip="Clear (Esc)"
        data-tip-align="end"
        icon="minus"
        onClick={() => review.clearSelection()}
      />
    </div>
  );
}
