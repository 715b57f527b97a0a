import type {} from './DocumentKit.js';
import type { Dressing } from './PageSteps.js';

/** Hides the caret and the elements that are to be ignored, in place of what was hidden for the last image. */
export function dressPage(ignoreSelectors: string[]): Dressing {
  const marker = '--svc-capture';
  for (const selector of ignoreSelectors) {
    try {
      document.createDocumentFragment().querySelector(selector);
    } catch {
      return { ok: false, badSelector: selector };
    }
  }
  const sheet = new CSSStyleSheet();
  const hidden = ignoreSelectors.map(
    (selector) => `:is(${selector}), :is(${selector}) * { visibility: hidden !important }`,
  );
  sheet.replaceSync(
    [
      `:root, :host { ${marker}: 1 }`,
      '*, ::before, ::after { caret-color: transparent !important }',
      ...hidden,
    ].join('\n'),
  );
  const isOurs = (other: CSSStyleSheet) => other.cssRules[0]?.cssText.includes(marker) ?? false;
  for (const root of window.svcDocumentKit.roots()) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => !isOurs(other)), sheet];
  }
  return { ok: true };
}
