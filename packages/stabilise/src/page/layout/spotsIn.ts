import type { LayoutSteps, Spot } from './LayoutSteps.js';

/** What is below an element that was recorded at a place, in the order of the document. */
export function spotsIn(
  steps: LayoutSteps,
  { element, placement, isPrivate, isItem }: Spot,
  { place, display, root }: { place: number; display: string; root: ShadowRoot | null },
): Spot[] {
  const isContainer = display === 'contents' ? isItem : /flex|grid/.test(display);
  const around = { element, placement, isPrivate, parent: place, isItem: isContainer };
  const hasPseudos = !/^(img|input|iframe|object|video|canvas|br|svg)$/.test(element.localName);
  const children = steps.childrenOf(element, root);
  const spots: Spot[] = [];
  if (hasPseudos) spots[0] = { ...around, pseudo: '::before' };
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index] as Element;
    const isFramed = child.ownerDocument !== element.ownerDocument;
    spots[spots.length] = {
      ...around,
      element: child,
      pseudo: '',
      placement: isFramed ? steps.placementIn(element, placement) : placement,
      isPrivate: isPrivate || child.hasAttribute('data-svc-private'),
    };
  }
  if (hasPseudos) spots[spots.length] = { ...around, pseudo: '::after' };
  return spots;
}
