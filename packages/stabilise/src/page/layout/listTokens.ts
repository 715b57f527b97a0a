import type { Declared, Host, LayoutMemory, LayoutSteps, TextTable } from './LayoutSteps.js';

/**
 * A list, as JSON, of the custom properties of the page, by name, with their values on its body; and those that style sheets of shadow roots declare on
 * `:host`, with their values on the first host.
 */
export function listTokens(
  steps: LayoutSteps,
  styleOf: typeof getComputedStyle,
  hosts: readonly Host[],
  texts: TextTable,
  memory: LayoutMemory,
): string {
  const mostNames = 5_000;
  /** Where rules that are not about the root declare more, most of them are of components. */
  const mostOfOthers = 1_000;
  /** Some 400 of a map are the standard ones. */
  const mostOfMap = 1_000;
  const values = new Map<string, string>();
  /** Ours are there while an image is taken. */
  const isOfPage = (name: string) => name.indexOf('--') === 0 && name.indexOf('--svc-') !== 0;

  function add(style: CSSStyleDeclaration, names: ArrayLike<string>): void {
    for (let index = 0; index < names.length && values.size < mostNames; index += 1) {
      const name = names[index] ?? '';
      if (!isOfPage(name) || values.has(name)) continue;
      const value = style.getPropertyValue(name).trim();
      if (value !== '') values.set(name, value);
    }
  }
  function declaredBy({ styleSheets, adoptedStyleSheets }: Document | ShadowRoot): (Declared | null)[] {
    const all: (Declared | null)[] = [];
    for (let index = 0; index < styleSheets.length; index += 1)
      all[all.length] = steps.declaredIn(styleSheets[index] as CSSStyleSheet, memory);
    for (let index = 0; index < adoptedStyleSheets.length; index += 1)
      all[all.length] = steps.declaredIn(adoptedStyleSheets[index] as CSSStyleSheet, memory);
    return all;
  }
  /** It knows what style sheets of other origins declare, but takes 4 µs for each property. */
  function addMap(page: Element): void {
    const all = page.computedStyleMap?.();
    if (!all || all.size > mostOfMap) return;
    all.forEach((list, name) => {
      const value = isOfPage(name) ? String(list[0] ?? '').trim() : '';
      if (value !== '') values.set(name, value);
    });
  }

  const page = document.body ?? document.documentElement;
  const style = styleOf(page);
  const declared = declaredBy(document);
  let others = 0;
  let hasUnknown = false;
  for (let index = 0; index < declared.length; index += 1) {
    const { ofRoot = [], ofOthers = [] } = declared[index] ?? {};
    hasUnknown ||= declared[index] === null;
    others += ofOthers.length;
    add(style, ofRoot);
  }
  add(style, document.documentElement.style);
  add(style, page.style);
  for (let index = 0; others <= mostOfOthers && index < declared.length; index += 1)
    add(style, declared[index]?.ofOthers ?? []);
  if (hasUnknown) addMap(page);
  for (let index = 0; index < hosts.length; index += 1) {
    const { host, root } = hosts[index] as Host;
    const ofHost = declaredBy(root);
    for (let place = 0; place < ofHost.length; place += 1) add(styleOf(host), ofHost[place]?.ofRoot ?? []);
  }
  const names = steps.sorted(steps.tokensInUse(steps, values, texts, memory));
  let json = '';
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const value = texts.withoutOrigin(values.get(name) ?? '');
    json += `${index === 0 ? '' : ','}[${texts.place(name)},${texts.place(value)}]`;
  }
  return `[${json}]`;
}
