import type { Host, LayoutMemory, LayoutSteps, TextTable, Tokens } from '../LayoutSteps.js';

/**
 * A list, also as JSON, of the custom properties of the page, by name, with their values on its body; and those that style sheets
 * of shadow roots declare on `:host`, with their values on the first host. Of many, only those are worth recording whose value
 * some node has.
 */
export function listTokens(
  steps: LayoutSteps,
  styleOf: typeof getComputedStyle,
  hosts: readonly Host[],
  texts: TextTable,
  memory: LayoutMemory,
): { names: string[]; json: string } {
  const mostUnasked = 100;
  const mostOfHosts = 5_000;
  const page = steps.readTokens(steps, styleOf, memory);
  /** What comes first counts. */
  const layers: Tokens[] = [page];
  let count = page.values.size;
  const valueIn = (name: string, most: number): string | undefined => {
    for (let index = 0; index < most; index += 1) {
      const value = layers[index]?.values.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };

  const ofHosts = new Map<string, string>();
  for (let index = 0; index < hosts.length && ofHosts.size < mostOfHosts; index += 1) {
    const { host, root } = hosts[index] as Host;
    const theme = steps.readHostTokens(steps, styleOf, { host, root }, page, memory);
    if (theme) {
      if (layers.indexOf(theme) < 0) {
        layers[layers.length] = theme;
        count += theme.values.size;
      }
      continue;
    }
    const sheets = steps.sheetsOf(root);
    const style = styleOf(host);
    for (let place = 0; place < sheets.length; place += 1) {
      const names = steps.declaredIn(steps, sheets[place] as CSSStyleSheet, memory)?.ofRoot ?? [];
      for (let at = 0; at < names.length; at += 1) {
        const name = names[at] ?? '';
        if (ofHosts.has(name) || valueIn(name, layers.length) !== undefined) continue;
        const value = style.getPropertyValue(name).trim();
        if (value !== '') ofHosts.set(name, value);
      }
    }
  }
  if (ofHosts.size > 0) {
    const byText = steps.indexTokens(steps, ofHosts, memory);
    layers[layers.length] = { state: '', around: page, declared: [], values: ofHosts, byText };
    count += ofHosts.size;
  }

  const used = new Set<string>();
  for (let index = 0; index < layers.length; index += 1) {
    const { values, byText } = layers[index] as Tokens;
    const add = (name: string) => {
      if (index === 0 || valueIn(name, index) === undefined) used.add(name);
    };
    if (count > mostUnasked) steps.eachInUse(byText, texts, add);
    else
      values.forEach((_value, name) => {
        add(name);
      });
  }
  const names = steps.sorted(used);
  let json = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = texts.withoutOrigin(valueIn(name, layers.length) ?? '');
    json += `${index === 0 ? '' : ','}[${texts.place(name)},${texts.place(value)}]`;
  }
  return { names, json: `[${json}]` };
}
