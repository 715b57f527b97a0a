import type {} from './DocumentKit.js';
import type { Edges, Rectangle } from './PageSteps.js';

/**
 * The visible boxes of the elements that comparisons ignore, those that are marked and those that `selectors` match, in CSS pixels from the top left of the document: also in shadow
 * roots and in frames of the same origin, as far as no scroll container or frame cuts them off.
 */
export function measureIgnored(selectors: string[]): Rectangle[] {
  const marks = '[data-chromatic="ignore"], .chromatic-ignore, [data-svc-ignore], .svc-ignore';
  const selector = [marks, ...selectors].join(', ');

  const { visiblePart } = window.svcDocumentKit.steps;

  const edgesOf = ({ left, top, right, bottom }: DOMRect): Edges => ({ left, top, right, bottom });

  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** An element without a box of its own is where its content is. */
  function boxesOf(element: Element): Edges[] {
    if (getComputedStyle(element).display !== 'contents') {
      return isShown(element) ? [edgesOf(element.getBoundingClientRect())] : [];
    }
    const content = element.ownerDocument.createRange();
    content.selectNodeContents(element);
    return [...content.getClientRects()].map(edgesOf);
  }

  function ofDocument(view: Window): Edges[] {
    const found: Edges[] = [];
    for (const root of view.svcDocumentKit.roots()) {
      for (const element of root.querySelectorAll(selector)) {
        for (const box of boxesOf(element)) found.push(visiblePart(element, box));
      }
      for (const frame of root.querySelectorAll('iframe')) found.push(...ofFrame(frame));
    }
    return found;
  }

  function ofFrame(frame: HTMLIFrameElement): Edges[] {
    const view = frame.contentDocument && frame.contentWindow;
    if (!view?.svcDocumentKit || !isShown(frame)) return [];
    const outer = frame.getBoundingClientRect();
    const style = getComputedStyle(frame);
    const scaleX = outer.width / frame.offsetWidth;
    const scaleY = outer.height / frame.offsetHeight;
    const left = outer.left + (frame.clientLeft + Number.parseFloat(style.paddingLeft)) * scaleX;
    const top = outer.top + (frame.clientTop + Number.parseFloat(style.paddingTop)) * scaleY;
    return ofDocument(view).map((box) =>
      visiblePart(frame, {
        left: Math.max(left, left + box.left * scaleX),
        top: Math.max(top, top + box.top * scaleY),
        right: Math.min(left + view.innerWidth * scaleX, left + box.right * scaleX),
        bottom: Math.min(top + view.innerHeight * scaleY, top + box.bottom * scaleY),
      }),
    );
  }

  return ofDocument(window).flatMap(({ left, top, right, bottom }) =>
    right > left && bottom > top
      ? [{ x: left + window.scrollX, y: top + window.scrollY, width: right - left, height: bottom - top }]
      : [],
  );
}
