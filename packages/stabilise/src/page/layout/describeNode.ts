import type { LayoutSteps, Spot, TextTable } from './LayoutSteps.js';

/** What tells a node apart and what it shows, as the JSON of its details; empty if that is nothing. */
export function describeNode(steps: LayoutSteps, { element, isPrivate }: Spot, texts: TextTable): string {
  let json = '';
  const add = (key: string, value: string) => {
    json += `${json === '' ? '' : ','}"${key}":${value}`;
  };
  const addText = (key: string, text: string | null | undefined) => {
    const short = text ? texts.shorten(text) : '';
    if (short !== '') add(key, String(texts.place(short)));
  };

  addText('id', element.getAttribute('id'));
  const tokens = (element.getAttribute('class') ?? '').trim().split(/\s+/);
  let classes = '';
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index])
      classes += `${classes === '' ? '' : ','}${texts.place(texts.shorten(tokens[index] ?? ''))}`;
  }
  if (classes !== '') add('classes', `[${classes}]`);
  for (const name of ['data-testid', 'data-test-id', 'data-test', 'data-cy'] as const) {
    const id = element.getAttribute(name);
    if (!id) continue;
    addText('testId', id);
    break;
  }
  addText('role', element.getAttribute('role'));
  const kind = steps.kindOf(element);
  if (kind !== '') add('kind', `"${kind}"`);
  if (isPrivate) return json;

  addText('name', steps.nameOf(element));
  addText('text', steps.textOf(element));
  const attributes = steps.attributesOf(steps, element, texts);
  if (attributes !== '') add('attributes', `[${attributes}]`);
  const image = kind === 'image' || kind === 'video' ? steps.imageOf(element, texts) : '';
  addText('image', image);
  return json;
}
