import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

/**
 * The scripts in pages, as sources of a Content-Security-Policy that allows no others.
 *
 * @param {Iterable<string>} pages HTML
 * @returns {string[]} such as `'sha256-…'`, each once and sorted
 */
export function hashScripts(pages) {
  const sources = new Set();
  for (const page of pages) {
    let script = null;
    const parser = new Parser({
      onopentag: (tag, { src, type }) => {
        // A browser does not run data.
        if (tag === 'script' && src === undefined && !/json$/.test(type ?? '')) script = '';
      },
      ontext: (text) => {
        if (script !== null) script += text;
      },
      onclosetag: (tag) => {
        if (tag !== 'script' || script === null) return;
        sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
        script = null;
      },
    });
    parser.end(page);
  }
  return [...sources].sort();
}
