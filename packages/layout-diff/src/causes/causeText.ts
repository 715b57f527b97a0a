import type { Cause, Effect } from './Cause.js';

type Told = Pick<Cause, 'kind' | 'property' | 'from' | 'to' | 'element' | 'component' | 'count' | 'effect'>;

/** Every sentence of the package. What is between backticks is code. */
export const causeText = (cause: Told): string =>
  [mainText(cause), effectText(cause.effect)].filter(Boolean).join('; ');

function mainText(cause: Told): string {
  const { kind, property, from, to, count, element } = cause;
  const values = `${valueText(from)} → ${valueText(to)}`;
  switch (kind) {
    case 'customProperty':
      return count === 0
        ? `\`${property}\` ${values}, not seen in any style`
        : `\`${property}\` ${values}, in ${amount(count)}`;
    case 'style':
      return `\`${property}\` ${values} ${placeText(cause)}`;
    case 'text':
      return `Text ${quoted(from)} → ${quoted(to)} ${placeText(cause)}`;
    case 'attribute':
      return `Attribute \`${property}\` ${quoted(from)} → ${quoted(to)} ${placeText(cause)}`;
    case 'image':
      return `Image ${valueText(from)} → ${valueText(to)} ${placeText(cause)}`;
    case 'inserted':
      return count === 1 ? `\`${code(element)}\` was added` : `${timesText(cause)} were added`;
    case 'removed':
      return count === 1
        ? `\`${code(element)}\` was removed or hidden`
        : `${timesText(cause)} were removed or hidden`;
    case 'moved':
      return count === 1 ? `\`${code(element)}\` changed places` : `${timesText(cause)} changed places`;
    case 'font':
      return `Font ${valueText(from)} → ${valueText(to)}${count === 0 ? '' : `, in ${amount(count)}`}`;
    case 'position':
      return property === null
        ? `${count === 1 ? `\`${code(element)}\`` : timesText(cause)} moved by ${valueText(to)}`
        : `${property === 'width' ? 'Width' : 'Height'} ${values} ${placeText(cause)}`;
  }
}

const mostCharacters = 80;
const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
const code = (text: string): string => cut(text.replaceAll('`', "'"));
const valueText = (value: string | null): string => (value === null || value === '' ? 'none' : cut(value));
const quoted = (value: string | null): string =>
  value === null || value === '' ? 'none' : `“${cut(value)}”`;
const amount = (count: number): string => (count === 1 ? '1 element' : `${count} elements`);

const placeText = ({ component, count, element }: Told): string =>
  count === 1
    ? `on \`${code(element)}\``
    : `on ${amount(count)}${component === null ? '' : ` \`${code(component)}\``}`;

const timesText = ({ component, count, element }: Told): string =>
  `${count} × \`${code(component ?? element)}\``;

function effectText(effect: Effect | null): string {
  if (!effect) return '';
  const { moved, dx, dy, resized } = effect;
  const how = [
    dy !== 0 && `${dy > 0 ? 'down' : 'up'} by ${length(dy)}`,
    dx !== 0 && `${dx > 0 ? 'right' : 'left'} by ${length(dx)}`,
  ].filter(Boolean);
  const parts = [
    moved > 0 && `moves ${amount(moved)}${how.length > 0 ? ` ${how.join(' and ')}` : ''}`,
    resized > 0 && `resizes ${amount(resized)}`,
  ].filter(Boolean);
  return parts.join(' and ');
}

const length = (pixels: number): string => `${Math.round(Math.abs(pixels) * 10) / 10} px`;
