import type { Box, Placement } from '../layout/LayoutSteps.js';

/** Where an element is in the outermost page, in CSS pixels. */
export function boxAt(element: Element, { left, top, scaleX, scaleY }: Placement): Box {
  const box = element.getBoundingClientRect();
  const fit = (length: number) => Math.round(Math.max(-1e7, Math.min(1e7, length))) || 0;
  return {
    x: fit(left + box.left * scaleX),
    y: fit(top + box.top * scaleY),
    width: fit(box.width * scaleX),
    height: fit(box.height * scaleY),
  };
}
