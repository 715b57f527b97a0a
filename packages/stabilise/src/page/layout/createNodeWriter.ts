import type { LayoutOptions, NodeWriter, TextTable } from './LayoutSteps.js';

/** Writes nodes and their styles as JSON. */
export function createNodeWriter({ steps, properties }: LayoutOptions, texts: TextTable): NodeWriter {
  const read = steps.createStyleReader(properties);
  const tuples = new Map<string, number>();
  const stacks = new Map<string, Document>();
  let styles = '';
  let nodes = '';
  let count = 0;
  const longestValue = 500;

  function textOf(value: string, isPrivate: boolean): string {
    const hasAddress = value.indexOf('url(') >= 0;
    if (hasAddress && isPrivate) return value.replace(/url\([^)]*\)/g, 'url()');
    return hasAddress || value.length > longestValue ? texts.withoutOrigin(value) : value;
  }

  function placeOf(values: readonly string[], isPrivate: boolean): number {
    let tuple = '';
    for (let index = 0; index < values.length; index += 1)
      tuple += `${index === 0 ? '' : ','}${texts.place(textOf(values[index] ?? '', isPrivate))}`;
    const known = tuples.get(tuple);
    if (known !== undefined) return known;
    const place = tuples.size;
    tuples.set(tuple, place);
    styles += `${place === 0 ? '' : ','}[${tuple}]`;
    return place;
  }

  return {
    add(spot, style) {
      const { element, pseudo, parent, isPrivate } = spot;
      const box = steps.boxOf(spot, style.getPropertyValue('display'));
      if (!box) return null;
      let details = '';
      if (pseudo === '') details = steps.describeNode(steps, spot, texts);
      else if (!isPrivate)
        details = `"content":${texts.place(texts.withoutOrigin(style.getPropertyValue('content')))}`;
      const tag = texts.place(pseudo || element.localName);
      const { x, y, width, height } = box;
      nodes += `${count === 0 ? '' : ','}[${parent},${tag},${placeOf(read(style, spot), isPrivate)},${x},${y},${width},${height}`;
      nodes += details === '' ? ']' : `,{${details}}]`;
      if (pseudo !== '' || /"(text|attributes)":/.test(details))
        stacks.set(style.getPropertyValue('font-family'), element.ownerDocument);
      count += 1;
      return count - 1;
    },
    count: () => count,
    size: () => styles.length + nodes.length,
    stacks,
    styles: () => `[${styles}]`,
    nodes: () => `[${nodes}]`,
  };
}
