/** The places of elements in the tab order, from 1: those with a positive `tabindex` come first. */
export function tabOrderOf(elements: readonly Element[]): Map<Element, number> {
  const order = new Map<Element, number>();
  let highest = 0;
  const indexOf = (element: Element | undefined) => (element as HTMLElement).tabIndex;
  for (let at = 0; at < elements.length; at += 1) highest = Math.max(highest, indexOf(elements[at]));
  const add = (wanted: (index: number) => boolean) => {
    for (let at = 0; at < elements.length; at += 1) {
      const element = elements[at] as Element;
      if (wanted(indexOf(element))) order.set(element, order.size + 1);
    }
  };
  const positive = new Set<number>();
  for (let at = 0; highest > 0 && at < elements.length; at += 1) positive.add(indexOf(elements[at]));
  for (let next = 1; next <= highest && next <= 1_000; next += 1)
    if (positive.has(next)) add((index) => index === next);
  add((index) => index === 0 || index > 1_000);
  return order;
}
