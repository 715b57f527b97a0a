import type { Declared, LayoutMemory, LayoutSteps, Uses } from '../LayoutSteps.js';

/** The custom properties that a style sheet declares and uses; null for one of another origin, which tells nothing. */
export function declaredIn(
  steps: LayoutSteps,
  sheet: CSSStyleSheet,
  { sheets }: LayoutMemory,
): Declared | null {
  const ofRoot = new Set<string>();
  const ofOthers = new Set<string>();
  const uses: Uses = new Map();
  /** Ours are there while an image is taken. */
  const isOfPage = (name: string) => name.indexOf('--') === 0 && name.indexOf('--svc-') !== 0;
  let isLoaded = true;
  let isSteady = true;

  function addNames(selector: string, declared: readonly string[]): void {
    const isOfRoot = /:root|:host|html|body/.test(selector);
    const names = isOfRoot ? ofRoot : ofOthers;
    let count = 0;
    for (let index = 0; index < declared.length; index += 1) {
      const name = declared[index] ?? '';
      if (!isOfPage(name)) continue;
      names.add(name);
      count += 1;
    }
    // Whether these apply depends on more than the attributes of the root and the body.
    const depends = isOfRoot ? /:(has|hover|focus|active|target)/ : /:has/;
    if (count > 0 && depends.test(selector)) isSteady = false;
  }
  function addRules(rules: CSSRuleList): void {
    for (let index = 0; index < rules.length; index += 1) {
      const rule = rules[index] as Partial<CSSStyleRule> & Partial<CSSImportRule>;
      const { style, selectorText } = rule;
      // That of a font may have megabytes.
      if (style && rule.type !== CSSRule.FONT_FACE_RULE) {
        const names = steps.noteUses(steps, style.cssText, uses);
        if (selectorText !== undefined) addNames(selectorText, names);
      }
      if (rule.styleSheet === null) isLoaded = false;
      const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (inner && inner.length > 0) addRules(inner);
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
    addRules(cssRules);
    const names = { ofRoot: listed(ofRoot), ofOthers: listed(ofOthers) };
    const declared = { count, first, last, isSteady, ...names, uses };
    if (isLoaded) sheets.set(sheet, declared);
    return declared;
  } catch {
    return null;
  }
}
