import type { ReviewItem } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';
import { isReviewable } from '../list/filterResults.js';
import { isSettled } from './applyDecision.js';

interface Props {
  result: ReviewItem;
  review: ReviewControls;
  /** Why nothing can be decided now; null where something can. */
  obstacle: string | null;
}

/**
 * Approve or reject; what is decided can be taken back. Both keep their places, so that a second click, or one that comes just
 * after a colleague has decided, is never on the other.
 */
export function DecisionButtons({ result, review, obstacle }: Props) {
  if (!isReviewable(result)) return null;
  const { approvalStatus } = result;
  const isFixed = obstacle !== null;
  const why = obstacle === null ? {} : { tip: obstacle };
  return (
    <div className="flex items-center gap-2 [grid-area:decide] max-md:flex-wrap max-md:border-line max-md:border-t max-md:bg-surface max-md:px-4 max-md:py-3 max-md:[&>button]:flex-1 max-md:short:py-1 md:@max-xl:pt-2">
      {approvalStatus !== 'pending' && (
        <Button
          icon="undo"
          tip={obstacle ?? `Revoke the ${approvalStatus === 'approved' ? 'approval' : 'rejection'}`}
          disabled={isFixed}
          onClick={() => review.revoke()}
          className="max-md:basis-full! max-md:short:basis-0!"
        >
          Revoke
        </Button>
      )}
      <ActionButton
        action="reject"
        review={review}
        icon="cross"
        look="danger"
        disabled={isFixed || isSettled(result, 'rejected')}
        {...why}
      >
        Reject
      </ActionButton>
      <ActionButton
        action="approve"
        review={review}
        icon="check"
        look="primary"
        disabled={isFixed || isSettled(result, 'approved')}
        {...why}
        data-tip-align="end"
      >
        Approve
      </ActionButton>
    </div>
  );
}
