import type { LayoutMemory, LayoutSteps } from '../LayoutSteps.js';

/**
 * The names of custom properties by the texts that their values have in a record: as declared, and as computed values have them.
 * Of those that share a value only the few with the shortest names: a value that dozens share does not tell which of them
 * the page uses.
 */
export function indexTokens(
  steps: LayoutSteps,
  values: ReadonlyMap<string, string>,
  { brush, colors }: LayoutMemory,
): ReadonlyMap<string, readonly string[]> {
  const mostOfOneValue = 8;
  const { withoutOrigin } = steps.createTextTable(0);
  const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  /** As computed values have it. */
  function computed(value: string): string {
    if (/^-?[\d.]+rem$/.test(value)) return `${Number.parseFloat(value) * rootSize}px`;
    const color = colors.get(value) ?? steps.colorOf(value, brush);
    colors.set(value, color);
    return color;
  }
  const isLater = (one: string, other: string) =>
    one.length === other.length ? one > other : one.length > other.length;

  /** By value, in order, no more than count. */
  const sharing = new Map<string, string[]>();
  values.forEach((value, name) => {
    const same = sharing.get(value) ?? [];
    if (same.length === 0) sharing.set(value, same);
    let at = same.length;
    for (; at > 0 && isLater(same[at - 1] ?? '', name); at -= 1) same[at] = same[at - 1] ?? '';
    same[at] = name;
    if (same.length > mostOfOneValue) same.length = mostOfOneValue;
  });
  const index = new Map<string, string[]>();
  sharing.forEach((names, value) => {
    const texts = new Set([value, computed(value), withoutOrigin(value)]);
    texts.forEach((text) => {
      const all = index.get(text) ?? [];
      if (all.length === 0) index.set(text, all);
      for (let place = 0; place < names.length; place += 1) all[all.length] = names[place] ?? '';
    });
  });
  return index;
}
