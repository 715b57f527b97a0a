import type { ReactNode } from 'react';
import { Button } from './Button.js';
import { Dialog } from './Dialog.js';
import { Notice } from './Notice.js';

interface Props {
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** The word on the button that does not. */
  dismiss?: string;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  action,
  dismiss = 'Cancel',
  isPending,
  error,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-first onClick={onClose}>
            {dismiss}
          </Button>
          <Button look="danger" disabled={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="space-y-3 break-words text-muted text-sm">
        {children}
        {error && (
          <Notice tone="danger" icon="warning" role="alert">
            {error.message}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
