import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Button } from '../../../ui/Button.js';
import { Icon } from '../../../ui/Icon.js';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';
import type { Toast } from './useToast.js';

interface Props {
  org: string;
  project: string;
  toasts: readonly Toast[];
  review: ReviewControls;
  dismiss: (tone: Toast['tone']) => void;
}

/** What just happened, also spoken. The region stays, so that a change in it is announced. */
export const ToastBar = memo(function ToastBar({ toasts, ...rest }: Props) {
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-20 flex flex-col items-center gap-2 px-4 max-md:bottom-20"
    >
      {toasts.map((toast) => (
        <Message key={`${toast.tone} ${toast.id}`} toast={toast} {...rest} />
      ))}
    </div>
  );
});

function Message({ org, project, toast, review, dismiss }: Omit<Props, 'toasts'> & { toast: Toast }) {
  const { tone, message, undoable, notable, icon, action } = toast;
  const isBad = tone === 'danger';
  const close = () => dismiss(tone);
  return (
    <div
      data-testid={isBad ? 'refusal' : 'toast'}
      className={`pointer-events-auto flex min-w-0 max-w-3xl items-center gap-3 rounded-xl border bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-card ${isBad ? 'border-removed' : 'border-line'}`}
    >
      <Icon
        name={icon}
        className={`shrink-0 ${isBad || icon === 'cross' ? 'text-removed' : icon === 'check' ? 'text-good' : 'text-muted'}`}
      />
      <span className="line-clamp-3 min-w-0 break-words">{message}</span>
      {action && 'openDiff' in action && (
        <Link
          to="/$org/$project/diffs/$id"
          params={{ org, project, id: action.openDiff }}
          className="whitespace-nowrap rounded px-2 font-medium text-accent hover:underline"
        >
          {action.word}
        </Link>
      )}
      {action && 'perform' in action && (
        <Button
          look="quiet"
          className="whitespace-nowrap text-accent!"
          onClick={() => {
            action.perform();
            close();
          }}
        >
          {action.word}
        </Button>
      )}
      {notable && (
        <ActionButton action="note" review={review} look="quiet" className="text-accent!" data-tip-side="top">
          Add a note
        </ActionButton>
      )}
      {undoable && (
        <ActionButton action="undo" review={review} look="quiet" className="text-accent!" data-tip-side="top">
          Undo
        </ActionButton>
      )}
      <Button look="quiet" icon="cross" aria-label="Dismiss" onClick={close} />
    </div>
  );
}
