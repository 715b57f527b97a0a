import type { Declared, LayoutMemory } from '../LayoutSteps.js';

/** The custom properties that a style sheet declares; null for one of another origin, which tells nothing. */
export function declaredIn(sheet: CSSStyleSheet, { sheets }: LayoutMemory): Declared | null {
  const ofRoot = new Set<string>();
  const ofOthers = new Set<string>();
  /** Ours are there while an image is taken. */
  const isOfPage = (name: string) => name.indexOf('--') === 0 && name.indexOf('--svc-') !== 0;
  let isLoaded = true;
  let isSteady = true;

  function addNamesOf(rules: CSSRuleList): void {
    for (let index = 0; index < rules.length; index += 1) {
      const rule = rules[index] as Partial<CSSStyleRule> & Partial<CSSImportRule>;
      const { style, selectorText } = rule;
      if (style && selectorText !== undefined) {
        const isOfRoot = /:root|:host|html|body/.test(selectorText);
        const names = isOfRoot ? ofRoot : ofOthers;
        let count = 0;
        for (let place = 0, { length } = style; place < length; place += 1) {
          const name = style[place] ?? '';
          if (!isOfPage(name)) continue;
          names.add(name);
          count += 1;
        }
        // Whether these apply depends on more than the attributes of the root and the body.
        const depends = isOfRoot ? /:(has|hover|focus|active|target)/ : /:has/;
        if (count > 0 && depends.test(selectorText)) isSteady = false;
      }
      if (rule.styleSheet === null) isLoaded = false;
      const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (inner && inner.length > 0) addNamesOf(inner);
    }
  }
  const listed = (names: ReadonlySet<string>): string[] => {
    const list: string[] = [];
    names.forEach((name) => {
      list[list.length] = name;
    });
    return list;
  };

  try {
    const { cssRules } = sheet;
    const { length: count } = cssRules;
    const first = cssRules[0];
    const last = cssRules[count - 1];
    const known = sheets.get(sheet);
    if (known && known.count === count && known.first === first && known.last === last) return known;
    addNamesOf(cssRules);
    const declared = { count, first, last, isSteady, ofRoot: listed(ofRoot), ofOthers: listed(ofOthers) };
    if (isLoaded) sheets.set(sheet, declared);
    return declared;
  } catch {
    return null;
  }
}
