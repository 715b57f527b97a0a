/** What one element has to be: all of what is there. */
export interface Compound {
  tag?: string;
  id?: string;
  testId?: string;
  classes: readonly string[];
}

/** From ancestor to descendant; the last one is the element. */
export type ElementSelector = readonly Compound[];

const identifier = String.raw`(?:\\.|[\w-]|[^\x00-\x7f])+`;
const token = new RegExp(
  String.raw`(?<space>\s+)|\.(?<name>${identifier})|#(?<id>${identifier})|\[data-testid="(?<testId>(?:\\.|[^"\\])*)"\]|(?<tag>\*|[A-Za-z][\w-]*)`,
  'suy',
);

const unescaped = (text: string): string => text.replace(/\\(.)/gsu, '$1');

interface Draft extends Compound {
  classes: string[];
}

/** Reads tags, `#id`, `.class` and `[data-testid="…"]`, with spaces between ancestor and descendant; null for all else. */
export function parseElementSelector(text: string): ElementSelector | null {
  const wanted = text.trim();
  const compounds: Draft[] = [];
  let current: Draft | null = null;
  for (let end = 0; end < wanted.length; end = token.lastIndex) {
    token.lastIndex = end;
    const found = token.exec(wanted)?.groups;
    // A tag comes first.
    if (!found || (found.tag !== undefined && current)) return null;
    if (found.space !== undefined) {
      current = null;
      continue;
    }
    if (!current) {
      current = { classes: [] };
      compounds.push(current);
    }
    addTo(current, found);
  }
  return compounds.length > 0 ? compounds : null;
}

function addTo(compound: Draft, { name, id, testId, tag }: Record<string, string | undefined>): void {
  if (name !== undefined) compound.classes.push(unescaped(name));
  if (id !== undefined) compound.id = unescaped(id);
  if (testId !== undefined) compound.testId = unescaped(testId);
  if (tag !== undefined && tag !== '*') compound.tag = tag.toLowerCase();
}

/** The text that {@link parseElementSelector} reads as this. */
export const selectorText = (selector: ElementSelector): string =>
  selector
    .map(({ tag = '', id, testId, classes }) =>
      [
        tag,
        id === undefined ? '' : `#${escaped(id)}`,
        testId === undefined ? '' : `[data-testid="${testId.replace(/["\\]/gu, '\\$&')}"]`,
        ...classes.map((token) => `.${escaped(token)}`),
      ].join(''),
    )
    .join(' ');

const escaped = (name: string): string => name.replace(/[^\w\u0080-\u{10ffff}-]/gu, '\\$&');
