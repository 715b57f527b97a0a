import type { KeyboardEvent, PointerEvent } from 'react';
import { useStoredText } from '../page/useStoredText.js';

/** CSS pixels. */
const bounds = { least: 240, initial: 320, most: 640 };
/** Per press of an arrow key. */
const step = 20;

const within = (width: number) => Math.min(bounds.most, Math.max(bounds.least, Math.round(width)));

/** The width of the list, which people set by its edge and this browser remembers. */
export function useListWidth() {
  const [text, setText] = useStoredText('svc.list.width', String(bounds.initial));
  const width = within(Number(text) || bounds.initial);
  return { width, setWidth: (wanted: number) => setText(String(within(wanted))) };
}

/** Between list and result: dragged, or moved with the arrow keys. A double click restores the width. */
export function ListEdge({ width, setWidth }: ReturnType<typeof useListWidth>) {
  const follow = ({ currentTarget, pointerId, clientX }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const left = currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    setWidth(clientX - left);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: bounds.least,
      End: bounds.most,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWidth(wanted);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label="Width of the list"
      aria-orientation="vertical"
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      aria-valuenow={width}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setWidth(bounds.initial)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={follow}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent/30 focus-visible:bg-accent/30 max-md:hidden"
    />
  );
}
