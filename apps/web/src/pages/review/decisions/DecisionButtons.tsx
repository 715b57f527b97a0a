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

/** Approve or reject; what is decided can be taken back. */
export function DecisionButtons({ result, review, obstacle }: Props) {
  if (!isReviewable(result)) return null;
  const { approvalStatus } = result;
  const isFixed = obstacle !== null;
  const why = obstacle === null ? {} : { tip: obstacle };
  return (
    <div className="flex items-center gap-2 [grid-area:decide] max-md:border-line max-md:border-t max-md:bg-surface max-md:px-4 max-md:py-3 max-md:[&>button]:flex-1 max-md:short:py-1 md:@max-xl:pt-2">
      {approvalStatus !== 'pending' && (
        <Button
          icon="undo"
          tip={obstacle ?? `Revoke the ${approvalStatus === 'approved' ? 'approval' : 'rejection'}`}
          disabled={isFixed}
          onClick={() => review.revoke()}
        >
          Revoke
        </Button>
      )}
      {approvalStatus !== 'rejected' && (
        <ActionButton action="reject" review={review} icon="cross" look="danger" disabled={isFixed} {...why}>
          Reject
        </ActionButton>
      )}
      {!isSettled(result, 'approved') && (
        <ActionButton
          action="approve"
          review={review}
          icon="check"
          look="primary"
          disabled={isFixed}
          {...why}
          data-tip-align="end"
        >
          Approve
        </ActionButton>
      )}
    </div>
  );
}
