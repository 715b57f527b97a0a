const boxSides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];

/** Names of the longhands of a recorded shorthand, in the order of its values. */
const longhands: Readonly<Record<string, readonly string[]>> = {
  padding: boxSides.map((side) => `padding-${side}`),
  margin: boxSides.map((side) => `margin-${side}`),
  'border-width': boxSides.map((side) => `border-${side}-width`),
  'border-style': boxSides.map((side) => `border-${side}-style`),
  'border-color': boxSides.map((side) => `border-${side}-color`),
  'border-radius': corners.map((corner) => `border-${corner}-radius`),
  gap: ['row-gap', 'column-gap'],
  overflow: ['overflow-x', 'overflow-y'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
};

export const longhandsOf = (property: string): readonly string[] | undefined => longhands[property];

/** The values of each longhand, as CSS fills them in; null where the value is in another form. */
export function sidesOf(property: string, value: string): string[] | null {
  const names = longhands[property];
  if (!names || value.includes('/')) return null;
  const parts = splitAtSpaces(value);
  if (property === 'flex') return parts.length === 3 ? parts : null;
  const [first, second = first, third = first, fourth = second] = parts;
  if (first === undefined || parts.length > names.length) return null;
  const filled = [first, second, third, fourth].slice(0, names.length) as string[];
  return filled;
}

/** The longhands that changed, each with its values; null where a value is in another form. */
function changedSides(
  property: string,
  from: string,
  to: string,
): { property: string; from: string; to: string }[] | null {
  const [names, before, after] = [longhands[property], sidesOf(property, from), sidesOf(property, to)];
  if (!names || !before || !after) return null;
  return names
    .map((name, place) => ({ property: name, from: before[place] ?? '', to: after[place] ?? '' }))
    .filter((side) => side.from !== side.to);
}

/** The one longhand that changed, or the whole property where several did. */
export function narrow(
  property: string,
  from: string,
  to: string,
): { property: string; from: string; to: string } {
  const [only, ...others] = changedSides(property, from, to) ?? [];
  return only && others.length === 0 ? only : { property, from, to };
}

/** The names of the longhands that changed; of all where that is unknown. */
export const changedLonghands = (property: string, from: string, to: string): readonly string[] =>
  changedSides(property, from, to)?.map((side) => side.property) ?? longhands[property] ?? [property];

/** Parts of a value; what is in parentheses is one. */
export function splitAtSpaces(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}
