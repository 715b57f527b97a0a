const assignment = '.__docgenInfo=';

/**
 * The text with the object of each `__docgenInfo` in an order of its own: the plugins that document components order their
 * properties and types differently in every build. What the objects say still counts, to the last byte.
 */
export function orderDocgen(text: string): string {
  let ordered = '';
  let copied = 0;
  for (let from = text.indexOf(assignment); from >= 0; from = text.indexOf(assignment, copied)) {
    const start = from + assignment.length;
    const literal = readLiteral(text, start);
    const written = text.slice(start, literal.end);
    const isDocgen = documents.test(written) && follows.test(text.slice(literal.end, literal.end + 20));
    ordered += text.slice(copied, start) + ((isDocgen ? literal.ordered : null) ?? written);
    copied = literal.end;
  }
  return copied === 0 ? text : ordered + text.slice(copied);
}

/** A page can show an assignment as text, such as an example in a string. */
const documents = /[{,]\s*["']?(?:description|displayName|exportName|props|methods)["']?:/;
const follows = /^\s*(?:[;,)}]|\n|$)|^\s*\n/;

const token =
  /\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.|\$(?!\{))*`|!?[\w$.-]+|[{}[\]:,])/sy;

/** Deeper objects stay as they are. */
const deepest = 100;

/** An object or an array that is being read. */
interface Open {
  close: string;
  entries: string[];
  entry: string;
}

/**
 * Reads an object of literals that begins there, and puts what is in its objects and arrays in order.
 * @returns its text, or null where it has more in it than literals; and where it ends, or ceases to be one
 */
function readLiteral(text: string, start: number): { ordered: string | null; end: number } {
  token.lastIndex = start;
  const open: Open[] = [];
  for (let end = start; ; ) {
    const taken = token.exec(text)?.[1];
    if (taken === undefined) return { ordered: null, end };
    end = token.lastIndex;
    const inner = open.at(-1);
    if (taken === '{' || taken === '[') {
      if (open.length === deepest) return { ordered: null, end };
      open.push({ close: taken === '{' ? '}' : ']', entries: [], entry: '' });
    } else if (!inner) return { ordered: null, end };
    else if (taken === ',') {
      inner.entries.push(inner.entry);
      inner.entry = '';
    } else if (taken !== inner.close) {
      if (taken === '}' || taken === ']') return { ordered: null, end };
      inner.entry += taken;
    }
    if (!inner || taken !== inner.close) continue;
    open.pop();
    const all = [...inner.entries, inner.entry].sort();
    const whole = `${inner.close === '}' ? '{' : '['}${all.join(',')}${inner.close}`;
    const outer = open.at(-1);
    if (!outer) return { ordered: whole, end };
    outer.entry += whole;
  }
}
