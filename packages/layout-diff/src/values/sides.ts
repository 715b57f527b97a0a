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

/** The one longhand that changed, or the whole property where several did. */
export function narrow(
  property: string,
  from: string,
  to: string,
): { property: string; from: string; to: string } {
  const [before, after] = [sidesOf(property, from), sidesOf(property, to)];
  const changed = before?.flatMap((value, place) => (value === after?.[place] ? [] : [place])) ?? [];
  const [only] = changed;
  const name = only === undefined ? undefined : longhands[property]?.[only];
  if (!before || !after || changed.length !== 1 || only === undefined || !name) return { property, from, to };
  return { property: name, from: before[only] ?? from, to: after[only] ?? to };
}

/** Parts of a value; what is in parentheses is one. */
export function splitAtSpaces(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}
