import type { Box, Spot } from './LayoutSteps.js';

/** Where an element is in the page; null where it is nowhere. A pseudo-element has a box that no script can ask for. */
export function boxOf({ element, pseudo, placement }: Spot, display: string): Box | null {
  if (pseudo !== '') return { x: 0, y: 0, width: 0, height: 0 };
  let rectangle = element.getBoundingClientRect();
  if (rectangle.width === 0 && rectangle.height === 0) {
    if (display === 'contents') {
      const content = element.ownerDocument.createRange();
      content.selectNodeContents(element);
      rectangle = content.getBoundingClientRect();
    } else {
      // A custom element may have a closed shadow root with content that floats.
      const isEmpty = element.firstChild === null && element.localName.indexOf('-') < 0;
      if (isEmpty || element.getClientRects().length === 0) return null;
    }
  }
  const { left, top, scaleX, scaleY } = placement;
  /** Boxes can be farther away than a record says. */
  const fit = (length: number) => Math.round(Math.max(-1e7, Math.min(1e7, length)) * 100) / 100 || 0;
  return {
    x: fit(left + rectangle.left * scaleX),
    y: fit(top + rectangle.top * scaleY),
    width: fit(rectangle.width * scaleX),
    height: fit(rectangle.height * scaleY),
  };
}
