import { expect, it } from 'vitest';
import { graphOf } from '../../../testing/graphOf.js';
import { orderDocgen } from './orderDocgen.js';
import { readRuntime } from './readRuntime.js';
import { readShape } from './readShape.js';

/** Long enough that anything that takes the square of it never ends. */
const length = 2_000_000;
const much = (text: string) => text.repeat(Math.ceil(length / text.length));

const storybook = { tool: 'storybook' as const, keys: new Set(['./a.stories.js']), endings: new Map() };
const ladle = { tool: 'ladle' as const, keys: new Set(['a']), endings: new Map() };

it.each([
  ['a word', much('a')],
  ['dots', much('.')],
  ['endings', much('.js')],
  ['a name of many', `${much('a.js.')}x`],
  ['tables that do not end', much('const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[')],
  ['old tables that do not end', much('const __vite__fileDeps=[')],
  ['calls of no table', much('__vite__mapDeps([1,2,3])')],
  ['documentation that does not end', much('a.__docgenInfo={b:')],
  ['documentation in strings', much('a.__docgenInfo={b:`')],
  ['deep documentation', `a.__docgenInfo=${much('{a:')}`],
  ['importers that do not end', much('"./a.stories.js":()=>o(()=>import("./b.js"),[')],
  ['entries of maps that do not end', much('"./a.stories.js":["./a.stories.js",[1,2,')],
  ['a long list', `:[1,${much('1,')}`],
  ['nested lists', much('[1,')],
  ['chunks', much('.e(1)')],
  ['runtimes', much('a.p+a.u(b);a.u=c=>')],
  ['a runtime of brackets', `a.p+a.u(b);a.u=c=>${much('(')}`],
  ['a runtime of cases', `a.p+a.u(b);a.u=c=>${much('1===c?"a":')}`],
  ['a runtime of nested cases', `a.p+a.u(b);a.u=c=>${much('1===c?1===c?')}`],
  ['style sheets of chunks', `a.p+a.u(b);a.u=c=>c;a.f.miniCss=(c,d)=>{e&&${much('{1:1,')}`],
  ['stories of Ladle', much('"a":{component:x,locStart:1,locEnd:1,entry:"b",meta:{')],
  ['sources of Ladle', `"a":{component:x,locStart:1,locEnd:1,entry:"b"},"a":${much('a')}["b"]}`],
])('reads %s in time', (_what, text) => {
  orderDocgen(text);
  readRuntime(text);
  for (const stories of [storybook, ladle]) expect(readShape(text, stories).parts.length).toBeGreaterThan(0);
});

it('does not read a file with references without number', () => {
  expect(() => readShape(`"${'a.js"'.repeat(600_000)}`, storybook)).toThrow('more than 1000000 references');
});

it('does not follow a runtime that is not the only one', async () => {
  const runtime = 'a.u=b=>b+".js";c(a.p+a.u(d))';
  const page = (...names: string[]) => names.map((name) => `<script src="${name}"></script>`).join('');
  const one = { 'iframe.html': page('a.js'), 'a.js': runtime, '7.js': '' };
  expect((await graphOf(one).chunks())?.filesOf('7')).toEqual(['7.js', null, null]);
  expect(await graphOf({ ...one, 'iframe.html': page('a.js', 'b.js'), 'b.js': runtime }).chunks()).toBe(null);
  expect(await graphOf({ ...one, 'a.js': `${runtime};e.u=f=>f;g(e.p+e.u(h))` }).chunks()).toBe(null);
  expect(await graphOf({ ...one, 'a.js': `${runtime};a.u=f=>f` }).chunks()).toBe(null);
});
