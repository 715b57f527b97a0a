import type { LayoutMemory, LayoutSteps, TextTable } from './LayoutSteps.js';

/**
 * The names of custom properties that are worth recording. Design systems declare thousands; of so many, only those count whose
 * value some node of the page has, and of those that share a value the few with the shortest names: a value that dozens
 * share does not tell which of them the page uses.
 */
export function tokensInUse(
  steps: LayoutSteps,
  values: ReadonlyMap<string, string>,
  texts: TextTable,
  { brush, colors }: LayoutMemory,
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
  function computed(value: string): string {
    if (/^-?[\d.]+rem$/.test(value)) return `${Number.parseFloat(value) * rootSize}px`;
    const known = colors.get(value);
    if (known !== undefined) return known;
    const color = steps.colorOf(value, brush);
    colors.set(value, color);
    return color;
  }
  const isLater = (one: string, other: string) =>
    one.length === other.length ? one > other : one.length > other.length;

  /** By value, in order, no more than count; null for a value that no node has. */
  const sharing = new Map<string, string[] | null>();
  values.forEach((value, name) => {
    let same = sharing.get(value);
    if (same === undefined) {
      const isUsed = texts.has(value) || texts.has(computed(value)) || texts.has(texts.withoutOrigin(value));
      same = isUsed ? [] : null;
      sharing.set(value, same);
    }
    if (same === null) return;
    let at = same.length;
    for (; at > 0 && isLater(same[at - 1] ?? '', name); at -= 1) same[at] = same[at - 1] ?? '';
    same[at] = name;
    if (same.length > mostOfOneValue) same.length = mostOfOneValue;
  });
  sharing.forEach((same) => {
    for (let index = 0; same !== null && index < same.length; index += 1) names.add(same[index] ?? '');
  });
  return names;
}
