import type { AccessibilitySteps, Stop } from './AccessibilitySteps.js';

/** What is below an element, in the order of the document. */
export function stopsBelow(
  steps: AccessibilitySteps,
  { element, placement, isPrivate }: Stop,
  { place, isHidden, root }: { place: number; isHidden: boolean; root: ShadowRoot | null },
): Stop[] {
  const children = steps.childrenOf(element, root);
  const below: Stop[] = [];
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index] as Element;
    const isFramed = child.ownerDocument !== element.ownerDocument;
    below[below.length] = {
      element: child,
      parent: place,
      placement: isFramed ? steps.placementIn(element, placement) : placement,
      isPrivate: isPrivate || child.hasAttribute('data-svc-private'),
      isHidden,
    };
  }
  return below;
}
