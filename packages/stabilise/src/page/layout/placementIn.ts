import type { Placement } from './LayoutSteps.js';

/** Where the document of a frame is in the page. */
export function placementIn(frame: Element, outer: Placement): Placement {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const { offsetWidth, offsetHeight, clientLeft, clientTop } = frame as HTMLElement;
  const style = getComputedStyle(frame);
  const inside = (edge: number, padding: string) => edge + (Number.parseFloat(padding) || 0);
  const scaleX = offsetWidth > 0 ? width / offsetWidth : 1;
  const scaleY = offsetHeight > 0 ? height / offsetHeight : 1;
  return {
    left: outer.left + (left + inside(clientLeft, style.paddingLeft) * scaleX) * outer.scaleX,
    top: outer.top + (top + inside(clientTop, style.paddingTop) * scaleY) * outer.scaleY,
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
  };
}
