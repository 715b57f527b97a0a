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
    // The browser has focused the first control and shows the place where that is.
    element?.scrollTo(0, 0);
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
      className={`${isWide ? 'w-[min(80rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]'} scroll-pb-20 rounded-2xl border border-line bg-surface p-0 shadow-card`}
    >
      <div className="p-6">
        <h2 id={titleId} className="mb-3 font-semibold text-lg">
          {title}
        </h2>
        {children}
        {footer && (
          <div className="sticky bottom-0 -mx-6 -mb-6 mt-3 flex justify-end gap-2 bg-surface px-6 pt-3 pb-6">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  );
}
