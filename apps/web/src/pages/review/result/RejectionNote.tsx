import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';

interface Props {
  note: string | null;
  /** Whether nothing can be decided now. */
  isFixed: boolean;
  review: ReviewControls;
}

/** Why a result was rejected, and where to say so. */
export function RejectionNote({ note, isFixed, review }: Props) {
  if (note === null && isFixed) return null;
  return (
    <div className="mt-1 flex max-w-3xl items-baseline gap-2 text-sm">
      {note !== null && (
        <p
          data-testid="rejection-note"
          className="max-h-24 min-w-0 overflow-y-auto whitespace-pre-wrap border-removed border-l-2 pl-2 [overflow-wrap:anywhere]"
        >
          {note}
        </p>
      )}
      {!isFixed && (
        <ActionButton action="note" review={review} look="quiet" className="h-7! shrink-0 px-2! text-accent!">
          {note === null ? 'Add a note' : 'Edit note'}
        </ActionButton>
      )}
    </div>
  );
}
