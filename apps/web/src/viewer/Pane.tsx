import type { ReactNode } from 'react';
import type { Size } from './transform.js';

interface Props {
  title: ReactNode;
  /** Where the image comes from. */
  note?: ReactNode;
  /** Of the image, where it is known. */
  size?: Size | null;
  stage: Size;
  children: ReactNode;
}

/** A window on the stage; all panes of a viewer show the same part of it. */
export function Pane({ title, note, size, stage, children }: Props) {
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col">
      <figcaption className="flex h-9 shrink-0 items-center gap-2 border-line border-b bg-surface px-5 max-md:px-4 text-sm">
        <span className="font-medium">{title}</span>
        {note && <span className="min-w-0 truncate text-muted">{note}</span>}
        {size && (
          <span className="ml-auto shrink-0 text-muted text-xs tabular-nums">
            {size.width} × {size.height}
          </span>
        )}
      </figcaption>
      <div
        data-pane
        className="relative min-h-0 flex-1 cursor-grab touch-none overflow-hidden bg-sunken active:cursor-grabbing"
      >
        <div className="stage hatched" style={stage}>
          {children}
        </div>
      </div>
    </figure>
  );
}

/** In place of an image that does not exist. */
export function EmptyPane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col">
      <figcaption className="flex h-9 shrink-0 items-center border-line border-b bg-surface px-5 max-md:px-4 font-medium text-sm">
        {title}
      </figcaption>
      <div data-pane className="flex min-h-0 flex-1 items-center justify-center bg-sunken p-6">
        <p className="max-w-64 text-center text-muted text-sm">{children}</p>
      </div>
    </figure>
  );
}
