import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Size } from './transform.js';

interface Props {
  stage: Size;
  baseline: ReactNode;
  current: ReactNode;
  /** Where the divider starts, as a share of the width. */
  split: number;
  /** Told where it was left. */
  onSplit: (share: number) => void;
}

/** Per press of an arrow key, in percent of the width. */
const step = 2;

/** Baseline to the left of a divider, current to the right of it. */
export function Swipe({ stage, baseline, current, split, onSplit }: Props) {
  const { pane, divider, follow, leave, onKeyDown } = useDivider(split, onSplit);
  return (
    <figure className="flex min-h-0 min-w-0 flex-1 flex-col">
      <figcaption className="flex h-9 shrink-0 items-center justify-between border-line border-b bg-surface px-5 font-medium text-sm max-md:px-4">
        <span>Baseline</span>
        <span>Current</span>
      </figcaption>
      <div
        ref={pane}
        data-pane
        className="relative min-h-0 flex-1 cursor-grab touch-none overflow-hidden bg-sunken active:cursor-grabbing"
      >
        <div className="absolute inset-0 [clip-path:inset(0_0_0_var(--split,50%))]">
          <div className="stage hatched" style={stage}>
            {current}
          </div>
        </div>
        <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--split,50%))_0_0)]">
          <div className="stage hatched" style={stage}>
            {baseline}
          </div>
        </div>
        <div
          ref={divider}
          role="slider"
          tabIndex={0}
          aria-label="Divider between baseline and current"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(split * 100)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.stopPropagation();
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={follow}
          onPointerUp={leave}
          className="-translate-x-1/2 absolute inset-y-0 left-[var(--split,50%)] z-10 flex w-6 cursor-ew-resize touch-none items-center justify-center"
        >
          <span className="absolute inset-y-0 w-0.5 bg-accent" />
          <span
            aria-hidden="true"
            className="relative flex h-9 w-5 items-center justify-center rounded-full bg-accent text-on-accent text-xs shadow-card"
          >
            ⇔
          </span>
        </div>
      </div>
    </figure>
  );
}

/** The divider moves without a render. */
function useDivider(split: number, onSplit: (share: number) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const divider = useRef<HTMLDivElement>(null);
  const share = useRef(split * 100);

  const move = (percent: number) => {
    share.current = Math.min(100, Math.max(0, percent));
    pane.current?.style.setProperty('--split', `${share.current}%`);
    divider.current?.setAttribute('aria-valuenow', String(Math.round(share.current)));
  };
  // What a link says comes after the first render, and again when another link is followed.
  useLayoutEffect(() => {
    pane.current?.style.setProperty('--split', `${split * 100}%`);
    share.current = split * 100;
  }, [split]);
  const follow = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !pane.current) return;
    const { left, width } = pane.current.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = {
      ArrowLeft: share.current - step,
      ArrowRight: share.current + step,
      Home: 0,
      End: 100,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(wanted);
    onSplit(share.current / 100);
  };
  const leave = () => onSplit(share.current / 100);
  return { pane, divider, follow, leave, onKeyDown };
}
