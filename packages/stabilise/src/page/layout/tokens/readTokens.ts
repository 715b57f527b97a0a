import type { Declared, LayoutMemory, LayoutSteps, Tokens } from '../LayoutSteps.js';

/**
 * The custom properties of the page, with their values on its body. Design systems declare thousands, and each takes some
 * microseconds to read: they are read again once a style sheet or something that they depend on has changed.
 */
export function readTokens(
  steps: LayoutSteps,
  styleOf: typeof getComputedStyle,
  memory: LayoutMemory,
): Tokens {
  const mostNames = 5_000;
  /** Where rules that are not about the root declare more, most of them are of components. */
  const mostOfOthers = 1_000;
  /** Some 400 of a map are the standard ones. */
  const mostOfMap = 1_000;
  const page = document.body ?? document.documentElement;
  const style = styleOf(page);
  const sheets = steps.sheetsOf(document);
  const state = `${style.getPropertyValue('font-size')} ${steps.pageState(sheets)}`;
  const declared: (Declared | null)[] = [];
  let isSteady = true;
  let others = 0;
  for (let index = 0; index < sheets.length; index += 1) {
    const one = steps.declaredIn(steps, sheets[index] as CSSStyleSheet, memory);
    declared[index] = one;
    isSteady &&= one?.isSteady === true;
    others += one?.ofOthers.length ?? 0;
  }
  const { tokens: known } = memory;
  if (known && isSteady && known.state === state && isAlike(known, declared)) {
    known.declared = declared;
    return known;
  }

  /** Whether style sheets that came or went say nothing of the root, and have left the body as it is. */
  function isAlike(before: Tokens, now: readonly (Declared | null)[]): boolean {
    const [old, current] = [new Set(before.declared), new Set(now)];
    const leavesBody = (one: Declared | null) => {
      if (one === null || one.ofRoot.length > 0) return false;
      for (let index = 0; index < one.ofOthers.length; index += 1) {
        const name = one.ofOthers[index] ?? '';
        if (style.getPropertyValue(name).trim() !== (before.values.get(name) ?? '')) return false;
      }
      return true;
    };
    let place = 0;
    const skipGone = () => {
      for (; place < before.declared.length; place += 1) {
        const one = before.declared[place] ?? null;
        if (current.has(one)) return true;
        if (!leavesBody(one)) return false;
      }
      return true;
    };
    for (let index = 0; index < now.length; index += 1) {
      const one = now[index] ?? null;
      if (!old.has(one)) {
        if (!leavesBody(one)) return false;
      } else {
        // In another order, another one counts.
        if (!skipGone() || before.declared[place] !== one) return false;
        place += 1;
      }
    }
    return skipGone() && place === before.declared.length;
  }

  const values = new Map<string, string>();
  /** Ours are there while an image is taken. */
  const isOfPage = (name: string) => name.indexOf('--') === 0 && name.indexOf('--svc-') !== 0;
  function add(names: ArrayLike<string>): void {
    for (let index = 0; index < names.length && values.size < mostNames; index += 1) {
      const name = names[index] ?? '';
      if (!isOfPage(name) || values.has(name)) continue;
      const value = style.getPropertyValue(name).trim();
      if (value !== '') values.set(name, value);
    }
  }
  /** It has what style sheets of other origins declare, but takes 4 µs for each property. */
  function addMap(): void {
    const all = page.computedStyleMap?.();
    if (!all || all.size > mostOfMap) return;
    all.forEach((list, name) => {
      const value = isOfPage(name) ? String(list[0] ?? '').trim() : '';
      if (value !== '') values.set(name, value);
    });
  }

  let hasUnknown = false;
  for (let index = 0; index < declared.length; index += 1) {
    hasUnknown ||= declared[index] === null;
    add(declared[index]?.ofRoot ?? []);
  }
  add(document.documentElement.style);
  add(page.style);
  for (let index = 0; others <= mostOfOthers && index < declared.length; index += 1)
    add(declared[index]?.ofOthers ?? []);
  if (hasUnknown) addMap();
  const tokens = { state, around: null, declared, values, byText: steps.indexTokens(steps, values, memory) };
  memory.tokens = isSteady ? tokens : null;
  return tokens;
}
