import type { AccessibilityOptions, Stop } from './AccessibilitySteps.js';

/** A node of the record, as JSON without its braces; its place in the tab order is not known yet. */
export function describeStop(
  { steps, limits }: AccessibilityOptions,
  { element, parent, placement, isPrivate }: Stop,
  role: string,
): string {
  const { quote, shorten } = steps.createTextTable(limits.text);
  const mostClasses = 20;
  const { x, y, width, height } = steps.boxAt(element, placement);
  const name = isPrivate || role === '' ? '' : shorten(steps.accessibleName(steps, element, role));
  let json = `"parent":${parent},"tag":${quote(shorten(element.localName))},"role":${quote(shorten(role))},"name":${quote(name)},"box":[${x},${y},${width},${height}]`;
  const addText = (key: string, value: string | null) => {
    const short = value ? shorten(value) : '';
    if (short !== '') json += `,"${key}":${quote(short)}`;
  };
  addText('id', element.getAttribute('id'));
  for (const attribute of ['data-testid', 'data-test-id', 'data-test', 'data-cy'] as const) {
    const id = element.getAttribute(attribute);
    if (!id) continue;
    addText('testId', id);
    break;
  }
  let classes = '';
  const tokens = (element.getAttribute('class') ?? '').trim().split(/\s+/);
  for (let index = 0; index < tokens.length && index < mostClasses; index += 1)
    if (tokens[index]) classes += `${classes && ','}${quote(shorten(tokens[index] ?? ''))}`;
  if (classes !== '') json += `,"classes":[${classes}]`;
  if (!isPrivate) addText('text', steps.textOf(element));
  let states = '';
  const found = role === '' || isPrivate ? [] : steps.statesOf(element, role);
  for (let index = 0; index < found.length; index += 1) {
    const [state, value] = found[index] ?? ['', ''];
    states += `${states && ','}[${quote(state)},${quote(shorten(value))}]`;
  }
  return states === '' ? json : `${json},"states":[${states}]`;
}
