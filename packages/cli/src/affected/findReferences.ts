import { fileKind, hasStyleBlocks } from './fileKind.js';

/** What a file names of other files in ways that stats files do not tell. */
export interface References {
  specifiers: string[];
  /** Something that only the bundler can follow. */
  unclear: string | null;
}

const urls = /\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s][^)\s]*))\s*\)/g;
const rules = /(?:@(?:use|forward|reference|config|plugin)\s+|\bload-css\(\s*)(?:"([^"]*)"|'([^']*)')/g;
/** Of Sass with several names, of Less with options before them. */
const imports = /@(?:import|require)\s+(?:\([^)]*\)\s*)?((?:(?:"[^"]*"|'[^']*')\s*,?\s*)+)/g;
const unquoted = /@(?:import|require)\s+(?![\s("']|url\()[^\n;]*/;
const strings = /"([^"]*)"|'([^']*)'/g;
const composed = /\bcomposes\s*:[^;}]*\bfrom\s+(?:"([^"]*)"|'([^']*)')/g;
const scriptUrls = /\bnew\s+URL\(\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`)\s*,\s*import\.meta\.url\b/g;

const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, '');

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');

/** Files of this project alone: no data, no other server, no fragment, nothing below the root of the server. */
const isFile = (specifier: string) => !/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(specifier);

/**
 * Stats files leave out what a style sheet names by `@import` or `url()`, and scripts by `new URL(…, import.meta.url)`.
 * @returns relative addresses and names of packages, as they are written, without query and fragment
 */
export function findReferences(path: string, text: string): References {
  const isStyle = fileKind(path) === 'style' || hasStyleBlocks(path);
  const isScript = fileKind(path) === 'script';
  const clean = withoutComments(text);
  const own = isScript ? found(clean, scriptUrls) : [];
  const specifiers = [
    ...own,
    ...(isStyle ? [urls, rules, composed].flatMap((pattern) => found(clean, pattern)) : []),
    ...(isStyle ? found(clean, imports).flatMap((list) => found(list, strings)) : []),
  ];
  const isComputed = isScript && (clean.match(/\bimport\.meta\.url\b/g)?.length ?? 0) > own.length;
  const variable = specifiers.find((specifier) => /[$@{]\{|#\{|^\$/.test(specifier));
  return {
    specifiers: specifiers.map((specifier) => specifier.replace(/[?#].*$/s, '')).filter(isFile),
    unclear: isComputed
      ? 'import.meta.url'
      : (variable ?? (isStyle ? (unquoted.exec(clean)?.[0] ?? null) : null)),
  };
}
