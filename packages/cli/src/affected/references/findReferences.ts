import { fileKind, hasStyleBlocks } from '../fileKind.js';

/** What a file names of other files in ways that stats files do not tell. */
export interface References {
  specifiers: string[];
  /** Something that only the bundler can follow. */
  unclear: string | null;
}

const urls = /\b(?:url|data-uri)\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s][^)\s]*))\s*\)/gi;
const rules = /(?:@(?:use|forward|reference|config|plugin)\s*|\bload-css\(\s*)(?:"([^"]*)"|'([^']*)')/g;
/** Of Sass with several names, of Less with options before them. */
const imports = /@(?:import|require)\s*(?:\([^)]*\)\s*)?((?:(?:"[^"]*"|'[^']*')\s*,?\s*)+)/gi;
const unquoted = /@(?:import|require)\s+(?![\s("']|url\()[^\n;]*|@import-(?:sass-)?glob\b[^\n;]*/i;
const strings = /"([^"]*)"|'([^']*)'/g;
/** Of CSS modules. */
const composed =
  /(?:\bcomposes\s*:[^;}]*\bfrom\s+|@value\s[^;{}]*\bfrom\s+|:import\(\s*)(?:"([^"]*)"|'([^']*)')/g;
const imageSets = /\bimage-set\(((?:[^()]|\([^()]*\))*)\)/gi;
/** A path that a preprocessor puts together. */
const computedUrl = /\burl\(\s*(?:[$@][\w-]+\s|(?:"[^"]*"|'[^']*')\s*\+)[^)]*\)/;

const scriptUrls = /\bnew\s+URL\(\s*(?:"([^"]*)"|'([^']*)'|`([^`$]*)`)\s*,\s*import\.meta\.url\b/g;
/** Of Angular: plug-ins of Vite read these files, and no module imports them. */
const resources = /\b(?:templateUrl|styleUrls?)\s*:\s*(\[[^\]]*\]|"[^"\n]*"|'[^'\n]*'|`[^`\n$]*`)/g;
/** Of Svelte, whose preprocessor puts the file in the place of the element. */
const sourcesOfBlocks = /<(?:script|style|template)\b[^>]*\ssrc=(?:"([^"]*)"|'([^']*)')/g;

/** Comments of style sheets. A string can have what looks like one, such as the glob `a/*.ts`. */
const withoutComments = (text: string) =>
  text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*.*?\*\//gs, (_, string = '') => string);

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');

/** Files of this project alone: no data, no other server, no fragment, nothing below the root of the server. */
const isFile = (specifier: string) => !/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(specifier);

function findInStyles(text: string): string[] {
  const clean = withoutComments(text);
  return [
    ...[urls, rules, composed].flatMap((pattern) => found(clean, pattern)),
    ...[imports, imageSets].flatMap((pattern) =>
      found(clean, pattern).flatMap((list) => found(list.replace(/\b(?:url|type)\([^)]*\)/gi, ''), strings)),
    ),
  ];
}

function findUnclear(path: string, text: string): string | null {
  const clean = withoutComments(text);
  const computed = fileKind(path) === 'style' ? computedUrl.exec(clean) : null;
  return (unquoted.exec(clean) ?? computed)?.[0] ?? null;
}

/**
 * Stats files leave out what a style sheet names by `@import` or `url()`, and scripts by `new URL(…, import.meta.url)`.
 * @returns relative addresses and names of packages, as they are written, without query and fragment
 */
export function findReferences(path: string, text: string): References {
  const isScript = fileKind(path) === 'script';
  const isStyle = !isScript || hasStyleBlocks(path);
  const urlsOfScripts = isScript ? found(text, scriptUrls) : [];
  const specifiers = [
    ...urlsOfScripts,
    ...(/\.[cm]?[jt]s$/.test(path)
      ? found(text, resources).flatMap((list) => found(list.replaceAll('`', '"'), strings))
      : []),
    ...(hasStyleBlocks(path) ? found(text, sourcesOfBlocks) : []),
    ...(isStyle && fileKind(path) !== 'asset' ? findInStyles(text) : []),
  ];
  const isComputed = isScript && (text.match(/\bimport\.meta\.url\b/g)?.length ?? 0) > urlsOfScripts.length;
  const variable = specifiers.find((specifier) => /[$@{]\{|#\{|^\$/.test(specifier));
  return {
    specifiers: specifiers.map((specifier) => specifier.replace(/[?#].*$/s, '')).filter(isFile),
    unclear: isComputed
      ? 'import.meta.url'
      : (variable ?? (isStyle && fileKind(path) !== 'asset' ? findUnclear(path, text) : null)),
  };
}
