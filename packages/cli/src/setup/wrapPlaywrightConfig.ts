import { type TokenType, tokenizer } from 'acorn';

/** What acorn's own types leave out. */
interface Token {
  type: TokenType & { binop?: number | null };
  value?: unknown;
  start: number;
  end: number;
}

/** What a configuration of Playwright becomes. */
export type Wrapped =
  | { kind: 'wrapped'; text: string }
  /** It has `withSvc` already. */
  | { kind: 'kept' }
  /** It is not written in a way that is known. */
  | { kind: 'unknown' };

const plugin = '@svc/playwright';

/** Wraps what a configuration exports in `withSvc`; the rest of the file stays as it is. */
export function wrapPlaywrightConfig(source: string, suite: string): Wrapped {
  const tokens = readTokens(source);
  if (!tokens) return { kind: 'unknown' };
  if (tokens.some(({ value }) => value === plugin || value === 'withSvc')) return { kind: 'kept' };
  const top = topLevel(tokens);
  const exported = findExports(tokens, top);
  const [first] = exported;
  if (!first || exported.length > 1) return { kind: 'unknown' };
  const begin = tokens[first.value];
  if (!begin || isDeclaration(tokens, first.value)) return { kind: 'unknown' };
  const end = endOfExpression(source, tokens, top, first.value);
  const quote = quoteOf(source, tokens);
  const options = `{ suite: ${quote}${suite}${quote} }`;
  const wrapped = `withSvc(${source.slice(begin.start, end)}, ${options})`;
  const line = importLine(first.isModule || hasImports(tokens, top), quote, source, tokens);
  const place = placeOfImport(source, tokens, top, first.value);
  if (place.at > begin.start) return { kind: 'unknown' };
  const rest = source.slice(place.at, begin.start) + wrapped + source.slice(end);
  return { kind: 'wrapped', text: source.slice(0, place.at) + place.before + line + place.after + rest };
}

/** Null for what acorn cannot read; types of TypeScript have the tokens of JavaScript. */
function readTokens(source: string): Token[] | null {
  try {
    return [...tokenizer(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })];
  } catch {
    return null;
  }
}

const opening = new Set(['(', '[', '{', '${']);
const closing = new Set([')', ']', '}']);

/** The tokens that are in no bracket, by index. */
function topLevel(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  let depth = 0;
  for (const [index, { type }] of tokens.entries()) {
    if (closing.has(type.label)) depth -= 1;
    if (depth === 0) found.add(index);
    if (opening.has(type.label)) depth += 1;
  }
  return found;
}

const textOf = (token: Token | undefined): unknown => token?.value ?? token?.type.label;

interface Exported {
  /** Index of the first token of what is exported. */
  value: number;
  isModule: boolean;
}

function findExports(tokens: readonly Token[], top: ReadonlySet<number>): Exported[] {
  const has = (index: number, ...words: readonly string[]) =>
    words.every((word, offset) => textOf(tokens[index + offset]) === word);
  return [...top].flatMap((index): Exported[] => {
    if (has(index, 'export', 'default')) return [{ value: index + 2, isModule: true }];
    // TypeScript compiles `export =` to CommonJS, in which it allows imports.
    if (has(index, 'export', '=')) return [{ value: index + 2, isModule: true }];
    if (has(index, 'module', '.', 'exports', '=')) return [{ value: index + 4, isModule: false }];
    if (has(index, 'export', '{')) {
      const end = tokens.findIndex(({ type }, at) => at > index && type.label === '}');
      // `export { config as default }` exports something that is elsewhere.
      return tokens.slice(index, end).some((token) => textOf(token) === 'default')
        ? [{ value: tokens.length, isModule: true }]
        : [];
    }
    return [];
  });
}

const isDeclaration = (tokens: readonly Token[], index: number): boolean =>
  ['function', 'class', 'async', 'abstract', 'interface'].includes(String(textOf(tokens[index])));

/** Words that continue an expression on the next line. */
const continuing = new Set(['as', 'satisfies', 'in', 'instanceof']);

function endOfExpression(
  source: string,
  tokens: readonly Token[],
  top: ReadonlySet<number>,
  from: number,
): number {
  let end = tokens[from]?.end ?? 0;
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (top.has(index)) {
      if (token.type.label === ';') return end;
      const isNextLine = index > from && source.slice(end, token.start).includes('\n');
      const startsStatement =
        (token.type.label === 'name' || token.type.keyword !== undefined) &&
        !continuing.has(String(textOf(token)));
      const before = tokens[index - 1];
      const isOpen = before?.type.binop != null || ['.', '=>', '?', ':'].includes(before?.type.label ?? '');
      if (isNextLine && startsStatement && !isOpen && !continuing.has(String(textOf(before)))) return end;
    }
    end = token.end;
  }
  return end;
}

const strings = (tokens: readonly Token[]) => tokens.filter(({ type }) => type.label === 'string');

function quoteOf(source: string, tokens: readonly Token[]): string {
  const double = strings(tokens).filter(({ start }) => source[start] === '"').length;
  return double * 2 > strings(tokens).length ? '"' : "'";
}

const isImport = (tokens: readonly Token[], index: number) =>
  textOf(tokens[index]) === 'import' && !['(', '.'].includes(tokens[index + 1]?.type.label ?? '');

const hasImports = (tokens: readonly Token[], top: ReadonlySet<number>): boolean =>
  [...top].some((index) => isImport(tokens, index));

function importLine(isModule: boolean, quote: string, source: string, tokens: readonly Token[]): string {
  const name = `${quote}${plugin}${quote}`;
  // A file without a single one is not to get its first.
  const end = tokens.some(({ type }) => type.label === ';') || !source.includes('\n') ? ';' : '';
  return isModule ? `import { withSvc } from ${name}${end}` : `const { withSvc } = require(${name})${end}`;
}

interface Place {
  at: number;
  before: string;
  after: string;
}

/** After the last import, or before everything but what has to come first. */
function placeOfImport(
  source: string,
  tokens: readonly Token[],
  top: ReadonlySet<number>,
  exported: number,
): Place {
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
  const loads = [...top].filter(
    (index) =>
      index < exported &&
      (isImport(tokens, index) ||
        (textOf(tokens[index]) === 'require' && tokens[index + 1]?.type.label === '(')),
  );
  const last = loads.at(-1);
  if (last !== undefined) {
    const name = tokens.findIndex(({ type }, index) => index > last && type.label === 'string');
    const lineOver = source.indexOf('\n', tokens[name]?.end);
    if (lineOver < 0) return { at: source.length, before: lineEnd, after: '' };
    return { at: lineOver + 1, before: '', after: lineEnd };
  }
  const [first] = tokens;
  const head =
    first?.type.label === 'string' && first.value === 'use strict'
      ? source.slice(0, source.indexOf('\n', first.end) + 1)
      : (/^(?:(?:#!|\/\/)[^\n]*\n)*/.exec(source)?.[0] ?? '');
  return { at: head.length, before: '', after: lineEnd + lineEnd };
}
