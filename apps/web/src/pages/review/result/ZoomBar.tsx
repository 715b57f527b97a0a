import type { RefObject } from 'react';
import { ActionButton } from '../actions/ActionButton.js';
import type { ReviewControls } from '../actions/actions.js';

/** `scale` is where the viewer writes the scale. */
export function ZoomBar({
  scale,
  review,
}: {
  scale: RefObject<HTMLSpanElement | null>;
  review: ReviewControls;
}) {
  return (
    <div className="absolute z-20 right-[calc(var(--ruler,0px)+1rem)] bottom-4 flex items-center rounded-xl border border-line bg-surface p-0.5 shadow-card">
      <ActionButton action="background" review={review} look="quiet" icon="checks" data-tip-side="top" />
      <ActionButton action="zoomOut" review={review} look="quiet" icon="minus" data-tip-side="top" />
      <ActionButton
        action="actualSize"
        review={review}
        look="quiet"
        className="w-16 px-0!"
        data-tip-side="top"
      >
        <span ref={scale} className="tabular-nums" />
        <span className="sr-only">, show at 100%</span>
      </ActionButton>
      <ActionButton action="zoomIn" review={review} look="quiet" icon="plus" data-tip-side="top" />
      <ActionButton
        action="fit"
        review={review}
        look="quiet"
        icon="fit"
        data-tip-side="top"
        data-tip-align="end"
      />
    </div>
  );
}
