import type { Declared, LayoutMemory } from './LayoutSteps.js';

/** The custom properties that a style sheet declares; null for one of another origin, which tells nothing. */
export function declaredIn(sheet: CSSStyleSheet, { sheets }: LayoutMemory): Declared | null {
  const ofRoot = new Set<string>();
  const ofOthers = new Set<string>();
  let isComplete = true;

  function addNamesOf(rules: CSSRuleList): void {
    for (let index = 0; index < rules.length; index += 1) {
      const rule = rules[index] as Partial<CSSStyleRule> & Partial<CSSImportRule>;
      const { style, selectorText } = rule;
      if (style && selectorText !== undefined) {
        const names = /:root|:host|html|body/.test(selectorText) ? ofRoot : ofOthers;
        for (let place = 0, { length } = style; place < length; place += 1) {
          const name = style[place] ?? '';
          if (name.indexOf('--') === 0) names.add(name);
        }
      }
      // One that is imported may still load.
      if (rule.styleSheet === null) isComplete = false;
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
    const declared = { count, first, last, ofRoot: listed(ofRoot), ofOthers: listed(ofOthers) };
    if (isComplete) sheets.set(sheet, declared);
    return declared;
  } catch {
    return null;
  }
}
