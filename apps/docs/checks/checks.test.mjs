import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findBrokenLinks } from './findBrokenLinks.mjs';
import { hashScripts } from './hashScripts.mjs';

const hash = (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('the policy allows each inline script once, and no data', () => {
  const pages = [
    '<script>one()</script><script src="/a.js"></script><script type="application/json">{}</script>',
    '<script type="module">if (a < b && "&amp;") two("</p>")</script><script>one()</script>',
  ];
  expect(hashScripts(pages)).toEqual([hash('one()'), hash('if (a < b && "&amp;") two("</p>")')].sort());
});

const files = new Map([
  ['index.html', '<a href="/docs/ci/">a</a>'],
  ['ci/index.html', '<h2 id="shards">b</h2><h2 id="größe">c</h2>'],
  ['ci.md', null],
  ['images/a.png', null],
]);
const isServedByOthers = (path) => path.startsWith('/docs/api');

test.each([
  '/docs/ci/',
  '/docs/ci/#shards',
  '/docs/ci/#gr%C3%B6%C3%9Fe',
  'ci/#shards',
  '#top',
  'images/a.png',
  '/docs/ci.md',
  '/docs/api/json',
  'https://example.com/nope',
  'mailto:ada@example.com',
])('%s leads somewhere', (link) => {
  const page = `<i id="top"></i><a href="${link}">a</a>`;
  expect(findBrokenLinks(new Map([...files, ['index.html', page]]), '/docs/', isServedByOthers)).toEqual([]);
});

test.each(['/docs/gone/', '/docs/ci/#gone', '#gone', 'images/b.png', '/docs/ci', '/elsewhere'])(
  '%s leads nowhere',
  (link) => {
    const page = `<img src="${link}">`;
    const found = findBrokenLinks(new Map([...files, ['index.html', page]]), '/docs/', isServedByOthers);
    expect(found).toEqual([`index.html: ${link}`]);
  },
);
