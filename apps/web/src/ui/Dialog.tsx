import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** Takes most of the window, and what is in it scrolls. */
  isWide?: boolean;
}

/**
 * A modal dialog, open while it is rendered. Focus starts on what has `data-first`, and goes back to where it was
 * when the dialog closes.
 */
export function Dialog({ title, onClose, children, footer, isWide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
      className={`${isWide ? 'w-[min(80rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]'} rounded-2xl border border-line bg-surface p-0 shadow-card`}
    >
      <div className="p-6">
        <h2 id={titleId} className="mb-3 font-semibold text-lg">
          {title}
        </h2>
        {children}
        {footer && <div className="mt-6 flex justify-end gap-2">{footer}</div>}
      </div>
    </dialog>
  );
}
