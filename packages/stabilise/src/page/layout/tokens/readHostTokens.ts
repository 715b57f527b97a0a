import type { Declared, Host, LayoutMemory, LayoutSteps, Tokens } from '../LayoutSteps.js';

/**
 * The custom properties that style sheets of a shadow root declare on its host, where these are as many as a theme has: null for
 * fewer. They are read again once something that they depend on has changed.
 */
export function readHostTokens(
  steps: LayoutSteps,
  styleOf: typeof getComputedStyle,
  { host, root }: Host,
  page: Tokens,
  memory: LayoutMemory,
): Tokens | null {
  const leastOfTheme = 200;
  const mostNames = 5_000;
  const mostThemes = 10;
  const sheets = steps.sheetsOf(root);
  const declared: (Declared | null)[] = [];
  let count = 0;
  let isSteady = true;
  for (let index = 0; index < sheets.length; index += 1) {
    const one = steps.declaredIn(steps, sheets[index] as CSSStyleSheet, memory);
    // Some come and go with each image, such as the one that hides the caret.
    if (one === null || one.ofRoot.length > 0) declared[declared.length] = one;
    count += one?.ofRoot.length ?? 0;
    isSteady &&= one?.isSteady === true;
  }
  if (count < leastOfTheme) return null;

  /** The host and what is around it, by attributes. */
  let state = '';
  for (let at: Element | null = host; at; ) {
    state += `\n${at.localName}`;
    const { attributes } = at;
    for (let index = 0; index < attributes.length; index += 1) {
      const { name, value } = attributes[index] as Attr;
      state += `\t${name}=${value}`;
    }
    const around: Node | null = at.assignedSlot ?? at.parentNode;
    at = (around as ShadowRoot | null)?.host ?? (around as Element | null);
    if (at?.nodeType !== 1) at = null;
  }
  const isAlike = (known: Tokens) => {
    if (known.state !== state || known.around !== page || known.declared.length !== declared.length)
      return false;
    for (let index = 0; index < declared.length; index += 1)
      if (known.declared[index] !== declared[index]) return false;
    return true;
  };
  const { themes } = memory;
  for (let index = 0; index < themes.length; index += 1) {
    const known = themes[index] as Tokens;
    if (isSteady && isAlike(known)) return known;
  }

  const values = new Map<string, string>();
  const style = styleOf(host);
  for (let index = 0; index < declared.length; index += 1) {
    const names = declared[index]?.ofRoot ?? [];
    for (let place = 0; place < names.length && values.size < mostNames; place += 1) {
      const value = style.getPropertyValue(names[place] ?? '').trim();
      if (value !== '') values.set(names[place] ?? '', value);
    }
  }
  const tokens = { state, around: page, declared, values, byText: steps.indexTokens(steps, values, memory) };
  if (themes.length >= mostThemes) themes.length = 0;
  if (isSteady) themes[themes.length] = tokens;
  return tokens;
}
