import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOf } from './nameOf.mjs';
import { readContents } from './readContents.mjs';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const contents = 'docs/README.md';
/** Pages that another page lists. */
const listedElsewhere = { 'docs/adr/README.md': /^docs\/adr\/\d{4}-.+\.md$/ };

/**
 * A page of the site.
 * @typedef {{source: string, name: string, title: string, description: string, body: string}} Page
 *   `source` relative to the repository, `name` its address below `/docs/`, `body` its Markdown without the title
 */

/**
 * Reads every page, and fails where docs/README.md and the files of docs/ do not agree.
 * @returns {{groups: {group: string, pages: {label: string, name: string}[]}[], pages: Page[]}}
 */
export function readPages(base = root) {
  const groups = readContents(readFileSync(path.join(base, contents), 'utf8')).map(({ group, pages }) => ({
    group,
    pages: pages.map(({ source, ...page }) => {
      const file = path.posix.join('docs', source);
      assert(existsSync(path.join(base, file)), `${contents} lists ${source}, which does not exist`);
      return { ...page, source: file, name: nameOf(file) };
    }),
  }));
  const listed = groups.flatMap(({ pages }) => pages);
  const files = readdirSync(path.join(base, 'docs'), { recursive: true })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && file !== contents)
    .sort();
  const others = files.filter((file) => !listed.some(({ source }) => source === file));
  const isListed = (file) =>
    Object.entries(listedElsewhere).some(
      ([list, pattern]) => pattern.test(file) && listed.some(({ source }) => source === list),
    );
  const unlisted = others.filter((file) => !isListed(file));
  assert.deepEqual(unlisted, [], `${contents} has to list every page of docs/; it lacks these`);
  const front = { source: contents, description: 'The documentation of svc' };
  const rest = others.map((source) => ({ source, description: '' }));
  return { groups, pages: [front, ...listed, ...rest].map((page) => readPage(base, page)) };
}

function readPage(base, { source, description }) {
  const text = readFileSync(path.join(base, source), 'utf8');
  const [heading, title] = /^# (.+)\n/.exec(text) ?? [];
  assert(title, `${source} has to start with its title: "# …"`);
  return {
    source,
    name: nameOf(source),
    title: title.replaceAll('`', ''),
    description: plain(description),
    body: text.slice(heading.length).trimStart(),
  };
}

/** Markdown without its marks, for a description. */
const plain = (markdown) => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*_]/g, '');
