import { Parser } from 'htmlparser2';

/**
 * Links and images of a site that lead nowhere: to a file that it lacks, or to a heading that a page lacks.
 *
 * @param {Map<string, string | null>} files by path below the base, such as `ci/index.html`; the text of HTML files
 * @param {string} base the path that the site is served at, such as `/docs/`
 * @param {(path: string) => boolean} isServedByOthers paths that are not of the site
 * @returns {string[]} a line for each, as `page: link`
 */
export function findBrokenLinks(files, base, isServedByOthers) {
  const pages = [...files].flatMap(([name, html]) => (html === null ? [] : [{ name, ...readPage(html) }]));
  const idsOf = new Map(pages.map(({ name, ids }) => [name, ids]));
  const isBroken = (name, link) => {
    const url = new URL(link, `http://site${base}${name.replace(/index\.html$/, '')}`);
    if (url.host !== 'site' || !/^https?:$/.test(url.protocol)) return false;
    const path = decodeURI(url.pathname);
    if (isServedByOthers(path)) return false;
    if (!path.startsWith(base)) return true;
    const below = path.slice(base.length);
    const file = below === '' || below.endsWith('/') ? `${below}index.html` : below;
    if (!files.has(file)) return true;
    const anchor = decodeURIComponent(url.hash.slice(1));
    return anchor !== '' && !(idsOf.get(file)?.has(anchor) ?? true);
  };
  return pages.flatMap(({ name, links }) =>
    [...links].filter((link) => isBroken(name, link)).map((link) => `${name}: ${link}`),
  );
}

function readPage(html) {
  const ids = new Set();
  const links = new Set();
  const parser = new Parser({
    onopentag: (_tag, { id, href, src }) => {
      if (id) ids.add(id);
      for (const link of [href, src]) if (link) links.add(link);
    },
  });
  parser.end(html);
  return { ids, links };
}
