/** Of a chunk, by its id. Undefined where JavaScript would answer `undefined`. */
export type NameOf = (id: string) => string | undefined;

/** The tokens of JavaScript as bundlers write it. */
interface Tokens {
  peek(): string;
  next(): string;
  /** Takes the next token if it is this one. */
  takes(token: string): boolean;
  /** @throws {Unknown} when the next token is another one */
  take(...tokens: string[]): void;
  at(): number;
}

/** The text is not in a known form. */
class Unknown extends Error {}

const tokenForm =
  /\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\d+(?:e\d+)?(?![\w$])|[A-Za-z_$][\w$]*|=>|===|==|\|\||[^\s])/y;

function readTokens(text: string, start: number): Tokens {
  let at = start;
  let token: string | null = null;
  let end = start;
  const peek = () => {
    if (token !== null) return token;
    tokenForm.lastIndex = at;
    token = tokenForm.exec(text)?.[1] ?? '';
    end = token === '' ? text.length : tokenForm.lastIndex;
    return token;
  };
  const next = () => {
    const taken = peek();
    at = end;
    token = null;
    return taken;
  };
  const takes = (wanted: string) => peek() === wanted && next() === wanted;
  return {
    peek,
    next,
    takes,
    take(...wanted) {
      for (const one of wanted) if (!takes(one)) throw new Unknown();
    },
    at: () => at,
  };
}

/** Reads the function that begins there; null where it does anything unknown. */
export function readNaming(text: string, start: number): { nameOf: NameOf; end: number } | null {
  return orNull(() => {
    const tokens = readTokens(text, start);
    const isArrow = !tokens.takes('function');
    const inBrackets = tokens.takes('(');
    const parameter = tokens.next();
    if (!/^[A-Za-z_$]/.test(parameter)) throw new Unknown();
    if (inBrackets) tokens.take(')');
    if (isArrow) tokens.take('=>');
    const isBlock = tokens.takes('{');
    if (!isArrow && !isBlock) throw new Unknown();
    const nameOf = isBlock ? readBlock(tokens, parameter) : readExpression(tokens, parameter, 0).nameOf;
    const end = tokens.at();
    if (!/^(?:[,;})]|$)/.test(tokens.next())) throw new Unknown();
    return { nameOf, end };
  });
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

/** `if(12===id)return"a.js";return id+".js"}` */
function readBlock(tokens: Tokens, parameter: string): NameOf {
  const cases = new Map<string, NameOf>();
  while (tokens.takes('if')) {
    tokens.take('(');
    const id = readCondition(tokens, parameter);
    tokens.take(')', 'return');
    addCase(cases, id, readExpression(tokens, parameter, 0).nameOf);
    tokens.takes(';');
  }
  const otherwise = readReturn(tokens, parameter);
  tokens.takes(';');
  tokens.take('}');
  return (id) => (cases.get(id) ?? otherwise)(id);
}

/** `return id+".js"`, or none. */
function readReturn(tokens: Tokens, parameter: string): NameOf {
  if (!tokens.takes('return') || tokens.peek() === ';' || tokens.peek() === '}') return () => undefined;
  return readExpression(tokens, parameter, 0).nameOf;
}

const addCase = (cases: Map<string, NameOf>, id: string, nameOf: NameOf) => {
  if (!cases.has(id)) cases.set(id, nameOf);
};

/** `12===id` or `id===12`: the id. */
function readCondition(tokens: Tokens, parameter: string): string {
  const sides = [tokens.next()];
  if (!tokens.takes('===')) tokens.take('==');
  sides.push(tokens.next());
  const others = sides.filter((side) => side !== parameter);
  const [id] = others;
  if (others.length !== 1 || id === undefined) throw new Unknown();
  return literalOf(id);
}

/** Deeper brackets are none that a bundler writes. */
const deepest = 20;

/** `12===id?"a.js":13===id?"b.js":sum` */
function readExpression(tokens: Tokens, parameter: string, depth: number): Term {
  if (depth > deepest) throw new Unknown();
  const cases = new Map<string, NameOf>();
  for (;;) {
    const sum = readSum(tokens, parameter, depth);
    if (!tokens.takes('===') && !tokens.takes('==')) {
      return cases.size === 0 ? sum : { nameOf: (id) => (cases.get(id) ?? sum.nameOf)(id) };
    }
    const other = readSum(tokens, parameter, depth);
    const literal = sum.isParameter ? other.literal : other.isParameter ? sum.literal : undefined;
    if (literal === undefined) throw new Unknown();
    tokens.take('?');
    addCase(cases, literal, readExpression(tokens, parameter, depth + 1).nameOf);
    tokens.take(':');
  }
}

interface Term {
  nameOf: NameOf;
  isParameter?: boolean;
  /** The value of a literal. */
  literal?: string;
  /** A table that is not asked for anything yet. */
  table?: ReadonlyMap<string, string>;
}

/** `""+(names[id]||id)+"."+hashes[id]+".js"` */
function readSum(tokens: Tokens, parameter: string, depth: number): Term {
  const first = readTerm(tokens, parameter, depth);
  const terms = [first.nameOf];
  while (tokens.takes('+')) terms.push(readTerm(tokens, parameter, depth).nameOf);
  if (terms.length === 1) return first;
  return {
    nameOf(id) {
      const values = terms.map((term) => term(id));
      return values.includes(undefined) ? undefined : values.join('');
    },
  };
}

function readTerm(tokens: Tokens, parameter: string, depth: number): Term {
  if (tokens.takes('(')) {
    const term = readAlternatives(tokens, parameter, depth + 1);
    tokens.take(')');
    return term.table ? readIndex(tokens, parameter, term.table) : term;
  }
  if (tokens.takes('{')) {
    const table = readEntries(tokens);
    // A table alone is in brackets, and asked after these.
    return tokens.peek() === '[' ? readIndex(tokens, parameter, table) : { nameOf: () => undefined, table };
  }
  if (tokens.takes(parameter)) return { nameOf: (id) => id, isParameter: true };
  if (tokens.takes('void')) {
    tokens.take('0');
    return { nameOf: () => undefined };
  }
  const literal = literalOf(tokens.next());
  return { nameOf: () => literal, literal };
}

/** `names[id]||id`, or anything else in brackets. */
function readAlternatives(tokens: Tokens, parameter: string, depth: number): Term {
  const first = readExpression(tokens, parameter, depth);
  if (!tokens.takes('||')) return first;
  const second = readExpression(tokens, parameter, depth);
  return { nameOf: (id) => first.nameOf(id) || second.nameOf(id) };
}

function readIndex(tokens: Tokens, parameter: string, table: ReadonlyMap<string, string>): Term {
  tokens.take('[', parameter, ']');
  return { nameOf: (id) => table.get(id) };
}

/** Reads the table that begins there: `{12:"a",b:"c"}`. */
export function readTable(
  text: string,
  start: number,
): { values: ReadonlyMap<string, string>; end: number } | null {
  return orNull(() => {
    const tokens = readTokens(text, start);
    tokens.take('{');
    return { values: readEntries(tokens), end: tokens.at() };
  });
}

/** `12:"a",b:"c"}` */
function readEntries(tokens: Tokens): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  while (!tokens.takes('}')) {
    const name = tokens.next();
    tokens.take(':');
    entries.set(/^[A-Za-z_$]/.test(name) ? name : literalOf(name), literalOf(tokens.next()));
    if (tokens.takes(',')) continue;
    tokens.take('}');
    break;
  }
  return entries;
}

/** The value of a literal, as a string. */
function literalOf(token: string): string {
  if (/^\d+(?:e\d+)?$/.test(token)) return String(Number(token));
  if (/^(["'])[^\\]*\1$/.test(token)) return token.slice(1, -1);
  throw new Unknown();
}
