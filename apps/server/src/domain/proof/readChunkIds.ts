const id = '(?:\\d+(?:e\\d+)?|"[^"\\\\\\n]*")';
const ids = `${id}(?:,${id})*`;

/** How code by webpack and Rspack names chunks that it loads. */
const forms = [
  // __webpack_require__.e(12), and with a priority
  `\\.e\\((${id})[,)]`,
  // "./de.js":["./src/de.js",12,34] and "./de.js":[5,[12,34]] in the map of an import with an expression
  `:\\[(?:"[^"\\\\\\n]*"|\\d+),((?:${id}|\\[(?:${ids})?\\])(?:,(?:${id}|\\[(?:${ids})?\\]))*)\\]`,
  // Promise.all([12,34].map(load))
  `\\[(${ids})\\]\\.map\\(`,
].map((form) => new RegExp(form, 'g'));

/** The ids of chunks that a text may load; others of its numbers and strings can be among them. */
export function readChunkIds(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const form of forms) {
    for (const [, list = ''] of text.matchAll(form)) {
      for (const [token] of list.matchAll(new RegExp(id, 'g'))) {
        found.add(token.startsWith('"') ? token.slice(1, -1) : String(Number(token)));
      }
    }
  }
  return found;
}
