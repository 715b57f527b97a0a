import { describe, expect, test } from 'vitest';
import { cannotMatter } from '../cannotMatter.js';
import { findReferences } from './findReferences.js';

describe('what a file names beside its imports', () => {
  test.each<[string, string, string[]]>([
    ['a.css', '@import "./b.css"; @import url(\'c.css\') screen;', ['c.css', './b.css']],
    ['a.css', 'a { background: url(img/x.png?v=1#y), url( "y z.svg" ) }', ['img/x.png', 'y z.svg']],
    ['a.css', 'a { background: url(data:image/png;base64,AA==), url(/x.png), url(#id), url(//x/y) }', []],
    ['a.css', '/* @import "./b.css"; */ a { composes: x y from "./c.css"; }', ['./c.css']],
    ['a.scss', "@use 'theme/colors' as c; @forward './mixins';", ['theme/colors', './mixins']],
    ['a.scss', "@import 'a', 'b'; @include meta.load-css('c');", ['c', 'a', 'b']],
    ['a.less', "@import (reference, optional) 'vars';", ['vars']],
    ['a.css', "@import 'tailwindcss'; @plugin './p.js';", ['./p.js', 'tailwindcss']],
    ['a.ts', "const u = new URL('./x.png', import.meta.url).href; f('url(./y.png)');", ['./x.png']],
    ['a.vue', '<style>@import "./b.css";</style>', ['./b.css']],
    ['a.css', '@import"./b.css";A{background:URL(x.png)}', ['x.png', './b.css']],
    [
      'a.css',
      '@value red, blue from "./colors.css"; :import("./x.css") { a: b }',
      ['./colors.css', './x.css'],
    ],
    ['a.css', 'a { background: image-set("x.png" 1x, url(y.png) 2x) }', ['y.png', 'x.png']],
    ['a.css', '@source "./a/*.tsx"; @plugin "./p.js"; /* a */ b { c: url(x.png) }', ['x.png', './p.js']],
    ['a.less', 'a { b: data-uri("x.svg") }', ['x.svg']],
    [
      'a.ts',
      "@Component({ templateUrl: './a.html', styleUrls: ['./a.css', './b.css'] })",
      ['./a.html', './a.css', './b.css'],
    ],
    ['a.ts', "glob('a/*.ts'); new URL('./x.png', import.meta.url); glob('**/*.ts')", ['./x.png']],
    ['a.svelte', '<script lang="ts" src="./a.ts"></script>', ['./a.ts']],
    ['a.svg', '<image href="x.png" style="fill: url(y.png)"/>', []],
  ])('%s: %s', (path, text, specifiers) => {
    expect(findReferences(path, text)).toEqual({ specifiers, unclear: null });
  });

  test.each([
    ['a.ts', 'new URL(name, import.meta.url)'],
    ['a.ts', "const here = import.meta.url; new URL('./x', here)"],
    ['a.scss', 'a { background: url(#{$folder}/x.png) }'],
    ['a.scss', 'a { background: url($folder + "x.png") }'],
    ['a.css', '@import-glob "./parts/*.css";'],
    ['a.sass', '@import colors'],
  ])('%s: %s is not followed, and that is said', (path, text) => {
    expect(findReferences(path, text).unclear).not.toBeNull();
  });
});

test('what no build of stories reads is little', () => {
  for (const path of ['README.md', '.github/workflows/ci.yml', 'src/a.test.tsx', 'api/main.go', 'LICENSE'])
    expect(cannotMatter(path), path).toBe(true);
  for (const path of ['package.json', 'tsconfig.json', '.env', 'public/a.png', 'src/latest.ts', '.npmrc'])
    expect(cannotMatter(path), path).toBe(false);
});
