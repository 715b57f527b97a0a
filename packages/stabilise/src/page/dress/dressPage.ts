import type {} from '../DocumentKit.js';
import type { Dressing } from '../PageSteps.js';

/**
 * Hides the caret and the elements that are to be ignored, and ends what moves in parts of elements, in place of what was hidden for the last image. A new style sheet
 * has the browser compute all styles again, so one that says the same stays.
 */
export function dressPage(ignoreSelectors: string[]): Dressing {
  const kit = window.svcDocumentKit;
  const marker = '--svc-capture';
  for (const selector of ignoreSelectors) {
    try {
      document.createDocumentFragment().querySelector(selector);
    } catch {
      return { ok: false, badSelector: selector };
    }
  }
  const hidden = ignoreSelectors.map(
    (selector) => `:is(${selector}), :is(${selector}) * { visibility: hidden !important }`,
  );
  const text = [
    `:root, :host { ${marker}: 1 }`,
    '*, ::before, ::after { caret-color: transparent !important }',
    ...kit.steps.partStyles(),
    ...hidden,
  ].join('\n');
  const { sheet } = kit.dress?.text === text ? kit.dress : { sheet: new CSSStyleSheet() };
  if (sheet !== kit.dress?.sheet) sheet.replaceSync(text);
  kit.dress = { text, sheet };
  const isOurs = (other: CSSStyleSheet) => other.cssRules[0]?.cssText.includes(marker) ?? false;
  for (const root of kit.roots()) {
    kit.steps.markProgressBars(root);
    if (root.adoptedStyleSheets.at(-1) === sheet) continue;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => !isOurs(other)), sheet];
  }
  return { ok: true };
}
