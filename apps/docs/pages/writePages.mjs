import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatIndex } from './formatIndex.mjs';
import { readPages, root } from './readPages.mjs';
import { resolveLink } from './resolveLink.mjs';
import { rewriteLinks } from './rewriteLinks.mjs';

/** What Astro renders (`content`) and what is served as it is (`public`). */
export const generated = fileURLToPath(new URL('../dist/pages', import.meta.url));

const base = '/docs';
const addressOf = (name) => (name === 'index' ? `${base}/` : `${base}/${name}/`);
const markdownOf = (name) => `${base}/${name}.md`;

/** Writes every page twice, for browsers and as Markdown, with links that lead to its own kind, and the images. */
export function writePages() {
  rmSync(generated, { recursive: true, force: true });
  const { groups, pages } = readPages();
  const names = new Map(pages.map(({ source, name }) => [source, name]));
  const images = new Set();
  const rewrite = ({ source, body }, address) =>
    rewriteLinks(body, (target) => {
      const found = resolveLink(target, source, names);
      if ('elsewhere' in found) return found.elsewhere;
      if ('page' in found) return address(found.page) + found.anchor;
      images.add(found.image);
      return `${base}/${imageName(found.image)}`;
    });
  for (const page of pages) {
    const { name, title, description } = page;
    const front = [
      `title: ${JSON.stringify(title)}`,
      ...(description ? [`description: ${JSON.stringify(description)}`] : []),
      `editUrl: ${JSON.stringify(`https://github.com/svc-vrt/svc/edit/main/${page.source}`)}`,
    ];
    write(`content/${name}.md`, `---\n${front.join('\n')}\n---\n\n${rewrite(page, addressOf)}`);
    write(`public/${name}.md`, `# ${title}\n\n${rewrite(page, markdownOf)}`);
  }
  for (const image of images) {
    const copy = path.join(generated, 'public', imageName(image));
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(path.join(root, image), copy);
  }
  copyFileSync(path.join(root, 'apps/web/public/favicon.svg'), path.join(generated, 'public/favicon.svg'));
  write('public/llms.txt', formatIndex(groups, markdownOf));
}

const imageName = (image) => image.replace(/^docs\//, '');

function write(name, text) {
  const file = path.join(generated, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
