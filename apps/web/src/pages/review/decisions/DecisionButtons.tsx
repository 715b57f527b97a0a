import type { ReviewItem } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';
import { isReviewable } from '../list/filterResults.js';

interface Props {
  result: ReviewItem;
  review: ReviewControls;
  enabled: boolean;
}

/** Approve or reject; what is decided can be taken back. */
export function DecisionButtons({ result, review, enabled }: Props) {
  if (!isReviewable(result)) return null;
  const { approvalStatus } = result;
  return (
    <div className="flex items-center gap-2 [grid-area:decide] max-md:border-line max-md:border-t max-md:bg-surface max-md:px-4 max-md:py-3 max-md:[&>button]:flex-1">
      {approvalStatus !== 'pending' && (
        <Button
          icon="undo"
          tip={`Take the ${approvalStatus === 'approved' ? 'approval' : 'rejection'} back`}
          disabled={!enabled}
          onClick={() => review.revoke()}
        >
          Revoke
        </Button>
      )}
      {approvalStatus !== 'rejected' && (
        <ActionButton action="reject" review={review} icon="cross" look="danger" disabled={!enabled}>
          Reject
        </ActionButton>
      )}
      {approvalStatus !== 'approved' && (
        <ActionButton
          action="approve"
          review={review}
          icon="check"
          look="primary"
          disabled={!enabled}
          data-tip-align="end"
        >
          Approve
        </ActionButton>
      )}
    </div>
  );
}
