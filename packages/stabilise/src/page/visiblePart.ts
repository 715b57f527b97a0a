import type { Edges } from './PageSteps.js';

/**
 * What scroll containers and the like around an element leave of a box of it, in CSS pixels from the top left of the viewport.
 * Those that do not contain the element, as it is positioned, cut nothing off; nor does the page itself, whose picture also
 * shows what is below the fold.
 */
export function visiblePart(element: Element, box: Edges): Edges {
  const parentOf = (one: Element): Element | null => {
    if (one.assignedSlot) return one.assignedSlot;
    const { parentNode } = one;
    return one.parentElement ?? (parentNode && 'host' in parentNode ? (parentNode.host as Element) : null);
  };
  const containsAll = ({ transform, filter, perspective, contain }: CSSStyleDeclaration) =>
    transform !== 'none' ||
    filter !== 'none' ||
    perspective !== 'none' ||
    /paint|layout|strict|content/.test(contain);

  const { body, documentElement } = element.ownerDocument;
  let { position } = getComputedStyle(element);
  let { left, top, right, bottom } = box;
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    if (parent === body || parent === documentElement) break;
    const style = getComputedStyle(parent);
    const isOutside =
      position === 'fixed' || (position === 'absolute' && style.position === 'static')
        ? !containsAll(style)
        : false;
    if (isOutside) continue;
    position = style.position;
    if (style.display === 'contents' || style.display === 'inline') continue;
    const edges = parent.getBoundingClientRect();
    if (style.overflowX !== 'visible') {
      left = Math.max(left, edges.left);
      right = Math.min(right, edges.right);
    }
    if (style.overflowY !== 'visible') {
      top = Math.max(top, edges.top);
      bottom = Math.min(bottom, edges.bottom);
    }
  }
  return { left, top, right, bottom };
}
