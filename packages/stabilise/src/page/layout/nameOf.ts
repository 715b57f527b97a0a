/** The accessible name of an element where it is cheap to know; what says it elsewhere may be private. */
export function nameOf(element: Element): string {
  const said = element.getAttribute('aria-label');
  if (said) return said;
  const textOf = (other: Element | null) =>
    other && !other.closest('[data-svc-private]') ? `${other.textContent} ` : '';
  const ids = element.getAttribute('aria-labelledby');
  if (ids) {
    const root = element.getRootNode() as Document | ShadowRoot;
    const list = ids.trim().split(/\s+/);
    let name = '';
    for (let index = 0; index < list.length; index += 1)
      name += textOf(root.getElementById(list[index] ?? ''));
    if (name !== '') return name;
  }
  const alternative = element.getAttribute('alt');
  if (alternative) return alternative;
  const { labels } = element as HTMLInputElement;
  if (labels && labels.length > 0) {
    let name = '';
    for (let index = 0; index < labels.length; index += 1) name += textOf(labels[index] ?? null);
    if (name !== '') return name;
  }
  return element.getAttribute('title') ?? '';
}
