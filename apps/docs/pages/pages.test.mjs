import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameOf } from './nameOf.mjs';
import { readContents } from './readContents.mjs';
import { readPages, root } from './readPages.mjs';
import { resolveLink } from './resolveLink.mjs';
import { rewriteLinks } from './rewriteLinks.mjs';

test.each([
  ['docs/README.md', 'index'],
  ['docs/ci.md', 'ci'],
  ['docs/ci/github.md', 'ci/github'],
  ['docs/adr/README.md', 'adr'],
  ['packages/sdk/README.md', 'packages/sdk'],
  ['CONTRIBUTING.md', 'contributing'],
])('%s has the address %s', (source, name) => {
  expect(nameOf(source)).toBe(name);
});

describe('links', () => {
  const rewrite = (markdown) => rewriteLinks(markdown, (target) => `<${target}>`);
  test.each([
    ['[a](b.md) and ![c](d.png)', '[a](<b.md>) and ![c](<d.png>)'],
    ['[a](b.md#c "title")', '[a](<b.md#c> "title")'],
    ['[`a`](b.md)', '[`a`](<b.md>)'],
    ['[a]: b.md', '[a]: <b.md>'],
    ['`[a](b.md)` and [a](b.md)', '`[a](b.md)` and [a](<b.md>)'],
    ['``[a](b.md)`` [a](b.md)', '``[a](b.md)`` [a](<b.md>)'],
    ['```\n[a](b.md)\n```\n[a](b.md)', '```\n[a](b.md)\n```\n[a](<b.md>)'],
    ['- a\n  ```sh\n  [a](b.md)\n  ```\n\n[a](b.md)', '- a\n  ```sh\n  [a](b.md)\n  ```\n\n[a](<b.md>)'],
    ['<!-- [a](b.md) --> [a](b.md)', '<!-- [a](b.md) --> [a](<b.md>)'],
  ])('of %j', (markdown, expected) => expect(rewrite(markdown)).toBe(expected));

  const names = new Map([
    ['docs/ci.md', 'ci'],
    ['packages/sdk/README.md', 'packages/sdk'],
  ]);
  test.each([
    ['ci.md#shards', { page: 'ci', anchor: '#shards' }],
    ['../packages/sdk', { page: 'packages/sdk', anchor: '' }],
    ['../packages/sdk/README.md#a', { page: 'packages/sdk', anchor: '#a' }],
    ['#here', { elsewhere: '#here' }],
    ['https://example.com/a', { elsewhere: 'https://example.com/a' }],
    ['images/review.png', { image: 'docs/images/review.png' }],
    ['../deploy', { elsewhere: 'https://github.com/svc-vrt/svc/tree/main/deploy' }],
    ['../LICENSE', { elsewhere: 'https://github.com/svc-vrt/svc/blob/main/LICENSE' }],
  ])('%s leads to %j', (target, expected) => {
    expect(resolveLink(target, 'docs/baselines.md', names)).toEqual(expected);
  });

  test('to a file that does not exist is an error that names both', () => {
    expect(() => resolveLink('gone.md', 'docs/ci.md', names)).toThrow(
      'docs/ci.md links to gone.md: there is no docs/gone.md',
    );
  });
});

describe('the table of contents', () => {
  test('has groups of pages', () => {
    expect(
      readContents('# A\n\ntext\n\n## One\n\n- [B](b.md): about `b`\n\n## Two\n\n- [C](../c.md): c\n'),
    ).toEqual([
      { group: 'One', pages: [{ label: 'B', source: 'b.md', description: 'about `b`' }] },
      { group: 'Two', pages: [{ label: 'C', source: '../c.md', description: 'c' }] },
    ]);
  });

  test.each(['## One\n- [B](b.md)\n', '## One\n- B\n', '- [B](b.md): before a group\n'])(
    'refuses %j',
    (markdown) => expect(() => readContents(markdown)).toThrow('docs/README.md'),
  );

  let base;
  const write = (name, text) => {
    const file = path.join(base, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'svc-pages-'));
    write(
      'docs/README.md',
      '# Docs\n\n## One\n\n- [B](b.md): about `b`\n- [ADR](adr/README.md): decisions\n',
    );
    write('docs/b.md', '# The `b`\n\nText.\n');
    write('docs/adr/README.md', '# Decisions\n');
    write('docs/adr/0001-first.md', '# First\n');
  });
  afterEach(() => rmSync(base, { recursive: true }));

  test('makes pages', () => {
    const { pages } = readPages(base);
    expect(pages.map(({ name }) => name)).toEqual(['index', 'b', 'adr', 'adr/0001-first']);
    expect(pages[1]).toEqual({
      source: 'docs/b.md',
      name: 'b',
      title: 'The b',
      description: 'about b',
      body: 'Text.\n',
    });
  });

  test('has to list every page', () => {
    write('docs/new.md', '# New\n');
    expect(() => readPages(base)).toThrow('docs/new.md');
  });

  test('lists only pages that exist', () => {
    rmSync(path.join(base, 'docs/b.md'));
    expect(() => readPages(base)).toThrow('docs/README.md lists b.md, which does not exist');
  });

  test('wants a title of every page', () => {
    write('docs/b.md', 'Text.\n');
    expect(() => readPages(base)).toThrow('docs/b.md has to start with its title');
  });
});

test('everything that pages link to is there where the container image is built', () => {
  const { pages } = readPages();
  const names = new Map(pages.map(({ source, name }) => [source, name]));
  const kept = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const isKept = (file) => kept.some((name) => path.matchesGlob(file, name) || file.startsWith(`${name}/`));
  const missing = [];
  for (const { source, body } of pages) {
    if (!isKept(source)) missing.push(source);
    rewriteLinks(body, (target) => {
      const { elsewhere, image } = resolveLink(target, source, names);
      const file =
        image ?? /github\.com\/svc-vrt\/svc\/(?:blob|tree)\/main\/([^#]+)/.exec(elsewhere ?? '')?.[1];
      if (file && !isKept(file)) missing.push(`${source}: ${file}`);
      return target;
    });
  }
  expect(missing).toEqual([]);
});
