import { memo } from 'react';
import { Button } from '../../../ui/Button.js';
import { Icon } from '../../../ui/Icon.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';
import type { Toast } from './useToast.js';

interface Props {
  toast: Toast | null;
  review: ReviewControls;
  dismiss: () => void;
}

/** What just happened, also spoken. The region stays, so that a change in it is announced. */
export const ToastBar = memo(function ToastBar({ toast, review, dismiss }: Props) {
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-20 flex justify-center px-4 max-md:bottom-20"
    >
      {toast && (
        <div
          key={toast.id}
          data-testid="toast"
          className={`pointer-events-auto flex min-w-0 items-center gap-3 rounded-xl border bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-card ${toast.tone === 'danger' ? 'border-removed' : 'border-line'}`}
        >
          <Icon
            name={toast.tone === 'danger' ? 'warning' : 'check'}
            className={toast.tone === 'danger' ? 'text-removed' : 'text-good'}
          />
          <span className="line-clamp-3 min-w-0">{toast.message}</span>
          {toast.undoable && (
            <ActionButton
              action="undo"
              review={review}
              look="quiet"
              className="text-accent!"
              data-tip-side="top"
            >
              Undo
            </ActionButton>
          )}
          <Button look="quiet" icon="cross" aria-label="Dismiss" onClick={dismiss} />
        </div>
      )}
    </div>
  );
});
