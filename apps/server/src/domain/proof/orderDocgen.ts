const assignment = '.__docgenInfo=';

/**
 * The text with the object of each `__docgenInfo` in an order of its own: the plugin that documents components orders
 * their properties and types differently in every build. What the objects say still counts, to the last byte.
 */
export function orderDocgen(text: string): string {
  let from = text.indexOf(`${assignment}{`);
  if (from < 0) return text;
  let ordered = '';
  let copied = 0;
  for (; from >= 0; from = text.indexOf(`${assignment}{`, copied)) {
    const start = from + assignment.length;
    const end = endOfLiteral(text, start);
    ordered += text.slice(copied, start);
    copied = end ?? start + 1;
    ordered += end === null ? '{' : inOrder(text.slice(start, end));
  }
  return ordered + text.slice(copied);
}

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$]+|[^\w$]/gs;

const inOrder = (literal: string): string => (literal.match(token) ?? []).sort().join('\n');

/** Where the object literal ends that begins there; null where it has more than literals in it, or no end. */
function endOfLiteral(text: string, start: number): number | null {
  let depth = 0;
  let quote: string | null = null;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== null) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = null;
      else if (quote === '`' && character === '$' && text[at + 1] === '{') return null;
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '(' || character === '/') return null;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
