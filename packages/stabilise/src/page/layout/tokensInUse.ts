import type { Brush, LayoutSteps, TextTable } from './LayoutSteps.js';

/**
 * The names of custom properties that are worth recording. Design systems declare thousands; of so many, only those count whose
 * value some node of the page has, and of those that share a value the few with the shortest names: a value that dozens
 * share does not tell which of them the page uses.
 */
export function tokensInUse(
  steps: LayoutSteps,
  values: ReadonlyMap<string, string>,
  texts: TextTable,
  brush: Brush,
): ReadonlySet<string> {
  const mostUnasked = 100;
  const mostOfOneValue = 8;
  const names = new Set<string>();
  if (values.size <= mostUnasked) {
    values.forEach((_value, name) => {
      names.add(name);
    });
    return names;
  }
  const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  /** As computed values have it. */
  const computed = (value: string): string =>
    /^-?[\d.]+rem$/.test(value) ? `${Number.parseFloat(value) * rootSize}px` : steps.colorOf(value, brush);
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
  sharing.forEach((same, value) => {
    if (!texts.has(value) && !texts.has(computed(value)) && !texts.has(texts.withoutOrigin(value))) return;
    for (let index = 0; index < same.length; index += 1) names.add(same[index] ?? '');
  });
  return names;
}
