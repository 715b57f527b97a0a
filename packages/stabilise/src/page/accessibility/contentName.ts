import type { AccessibilitySteps } from './AccessibilitySteps.js';

/** What an element says by what is inside it; without what is hidden or private. */
export function contentName(steps: AccessibilitySteps, element: Element): string {
  const mostCharacters = 1_000;
  let name = '';
  const root = element.shadowRoot ?? element;
  for (let child = root.firstChild; child && name.length < mostCharacters; child = child.nextSibling) {
    if (child.nodeType === 3) {
      name += child.nodeValue;
      continue;
    }
    if (child.nodeType !== 1) continue;
    const inner = child as Element;
    const isLeftOut =
      inner.getAttribute('aria-hidden') === 'true' ||
      inner.hasAttribute('data-svc-private') ||
      /^(script|style|template)$/.test(inner.localName) ||
      inner.checkVisibility?.() === false;
    if (isLeftOut) continue;
    const said =
      inner.getAttribute('aria-label') ||
      inner.getAttribute('alt') ||
      (inner.localName === 'svg' ? (inner.querySelector(':scope > title')?.textContent ?? '') : '') ||
      steps.contentName(steps, inner);
    name += ` ${said} `;
  }
  return name;
}
