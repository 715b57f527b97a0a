import type { Brush, Host, LayoutSteps, TextTable } from './LayoutSteps.js';

/**
 * A list, as JSON, of the custom properties of the page, by name, with their values on its body; and those that style sheets of shadow roots declare on
 * `:host`, with their values on the first host.
 */
export function listTokens(
  steps: LayoutSteps,
  styleOf: typeof getComputedStyle,
  hosts: readonly Host[],
  texts: TextTable,
  brush: Brush,
): string {
  const mostNames = 5_000;
  /** Some 400 of them are the standard ones. */
  const mostOfMap = 1_000;
  const values = new Map<string, string>();
  /** Ours are there while an image is taken. */
  const isOfPage = (name: string) => name.indexOf('--') === 0 && name.indexOf('--svc-') !== 0;
  const add = (element: Element, names: ReadonlySet<string>) => {
    const style = styleOf(element);
    names.forEach((name) => {
      if (values.has(name) || values.size >= mostNames) return;
      const value = style.getPropertyValue(name).trim();
      if (value !== '') values.set(name, value);
    });
  };

  function addNamesOf(rules: CSSRuleList, names: Set<string>): void {
    for (let index = 0; index < rules.length; index += 1) {
      const rule = rules[index] as Partial<CSSStyleRule> & Partial<CSSImportRule>;
      const { selectorText, style } = rule;
      if (style && /:root|:host|html|body/.test(selectorText ?? '')) {
        for (let place = 0, { length } = style; place < length; place += 1) {
          const name = style[place] ?? '';
          if (isOfPage(name)) names.add(name);
        }
      }
      const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (inner && inner.length > 0) addNamesOf(inner, names);
    }
  }
  const ofSheet = new Map<CSSStyleSheet, Set<string>>();
  /** Those of another origin tell nothing. */
  function namesOf(sheet: CSSStyleSheet): Set<string> {
    const known = ofSheet.get(sheet);
    if (known) return known;
    const names = new Set<string>();
    ofSheet.set(sheet, names);
    try {
      addNamesOf(sheet.cssRules, names);
    } catch {}
    return names;
  }
  function addDeclared(element: Element, { styleSheets, adoptedStyleSheets }: Document | ShadowRoot): void {
    for (let index = 0; index < styleSheets.length; index += 1)
      add(element, namesOf(styleSheets[index] as CSSStyleSheet));
    for (let index = 0; index < adoptedStyleSheets.length; index += 1)
      add(element, namesOf(adoptedStyleSheets[index] as CSSStyleSheet));
  }

  const page = document.body ?? document.documentElement;
  // It knows more than same-origin style sheets declare, but takes 4 µs for each property.
  const all = page.computedStyleMap?.();
  if (all && all.size <= mostOfMap) {
    all.forEach((list, name) => {
      const value = isOfPage(name) ? String(list[0] ?? '').trim() : '';
      if (value !== '') values.set(name, value);
    });
  } else addDeclared(page, document);
  for (let index = 0; index < hosts.length; index += 1) {
    const { host, root } = hosts[index] as Host;
    addDeclared(host, root);
  }
  const names = steps.sorted(steps.tokensInUse(steps, values, texts, brush));
  let json = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = texts.withoutOrigin(values.get(name) ?? '');
    json += `${index === 0 ? '' : ','}[${texts.place(name)},${texts.place(value)}]`;
  }
  return `[${json}]`;
}
