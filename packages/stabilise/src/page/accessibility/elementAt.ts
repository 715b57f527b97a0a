/** The element that a path leads to; null where the page has changed since. */
export function elementAt(path: readonly number[]): Element | null {
  let at: Element | ShadowRoot | null = document.documentElement;
  for (let index = 0; at && index < path.length; index += 1) {
    const place = path[index] ?? 0;
    at = place === -1 ? ((at as Element).shadowRoot ?? null) : (at.children[place] ?? null);
  }
  return at && at.nodeType === 1 ? (at as Element) : null;
}
