import type { LayoutMemory, LayoutSteps, TextTable, Uses } from '../LayoutSteps.js';

/**
 * A list, as JSON, of the properties that style sheets and elements set from each custom property, directly or through other
 * ones; `null` where a style sheet of another origin does not tell, or there are too many.
 */
export function listUses(
  steps: LayoutSteps,
  tokens: readonly string[],
  { roots, inline }: { roots: readonly (Document | ShadowRoot)[]; inline: Uses },
  texts: TextTable,
  memory: LayoutMemory,
): string {
  /** Uses that are followed. */
  const mostSteps = 200_000;
  const mostOfOne = 1_000;
  const layers = new Set<Uses>();
  layers.add(inline);
  for (let index = 0; index < roots.length; index += 1) {
    const sheets = steps.sheetsOf(roots[index] as Document | ShadowRoot);
    for (let place = 0; place < sheets.length; place += 1) {
      const declared = steps.declaredIn(steps, sheets[place] as CSSStyleSheet, memory);
      if (declared === null) return 'null';
      if (declared.uses.size > 0) layers.add(declared.uses);
    }
  }

  const known = new Map<string, string[]>();
  function usesOf(name: string): string[] {
    const found = known.get(name);
    if (found) return found;
    const all = new Set<string>();
    const add = (one: string) => all.add(one);
    layers.forEach((uses) => {
      uses.get(name)?.forEach(add);
    });
    const list: string[] = [];
    all.forEach((one) => {
      list[list.length] = one;
    });
    known.set(name, list);
    return list;
  }

  let count = 0;
  let json = '';
  for (let index = 0; index < tokens.length; index += 1) {
    // What is known to be set from some custom property may be set from any.
    const waiting = [tokens[index] ?? '', ''];
    const seen = new Set<string>();
    const set = new Set<string>();
    while (waiting.length > 0) {
      const names = usesOf(waiting[waiting.length - 1] ?? '');
      waiting.length -= 1;
      count += names.length;
      if (count > mostSteps) return 'null';
      for (let place = 0; place < names.length; place += 1) {
        const name = names[place] ?? '';
        if (seen.has(name)) continue;
        seen.add(name);
        if (name.indexOf('--') !== 0) set.add(name);
        if (name.indexOf('--') === 0 || name === 'color') waiting[waiting.length] = name;
      }
    }
    if (set.size > mostOfOne) return 'null';
    const properties = steps.sorted(set);
    let places = '';
    for (let place = 0; place < properties.length; place += 1)
      places += `${place === 0 ? '' : ','}${texts.place(properties[place] ?? '')}`;
    json += `${index === 0 ? '' : ','}[${places}]`;
  }
  return `[${json}]`;
}
