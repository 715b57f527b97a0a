import { describe, expect, it } from 'vitest';
import { readStorybookIndex, storybookStories } from './storybookStories.js';

const baseUrl = 'http://sit_1.sites.localhost:4300/';
const entry = (id: string, more = {}) => ({
  id,
  name: id.toUpperCase(),
  title: 'T',
  importPath: 'x',
  ...more,
});

describe('readStorybookIndex', () => {
  it('reads version 5 and leaves documentation out', () => {
    const json = JSON.stringify({
      v: 5,
      entries: {
        b: entry('b', { type: 'story' }),
        d: entry('d', { type: 'docs' }),
        a: entry('a', { type: 'story' }),
      },
    });
    expect(readStorybookIndex(json).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('reads version 3', () => {
    const json = JSON.stringify({
      v: 3,
      stories: { b: entry('b'), d: entry('d', { parameters: { docsOnly: true } }) },
    });
    expect(readStorybookIndex(json).map(({ id }) => id)).toEqual(['b']);
  });

  it.each(['{}', 'no', '{"entries":{"a":{}}}'])('refuses %s', (json) => {
    expect(() => readStorybookIndex(json)).toThrow();
  });
});

describe('storybookStories', () => {
  const extracted = (id: string, parameters: unknown) => ({
    id,
    name: id.toUpperCase(),
    title: 'T',
    tags: ['seen'],
    parameters: JSON.stringify(parameters),
  });

  it('keeps the order of the index and joins parameters', () => {
    const index = readStorybookIndex(
      JSON.stringify({ entries: { b: entry('b', { tags: ['test'] }), 'a b': entry('a b') } }),
    );
    const stories = storybookStories(
      index,
      [extracted('a b', {}), extracted('b', { svc: { delay: 1 } })],
      baseUrl,
    );
    expect(stories).toEqual([
      {
        id: 'b',
        name: 'B',
        title: 'T',
        url: `${baseUrl}iframe.html?id=b&viewMode=story`,
        tags: ['test'],
        parameters: { delay: 1 },
      },
      {
        id: 'a b',
        name: 'A B',
        title: 'T',
        url: `${baseUrl}iframe.html?id=a%20b&viewMode=story`,
        tags: ['seen'],
      },
    ]);
  });

  it('keeps a story that the preview could not load, so that its capture says why', () => {
    const index = readStorybookIndex(JSON.stringify({ entries: { b: entry('b') } }));
    expect(storybookStories(index, [], baseUrl).map(({ id }) => id)).toEqual(['b']);
  });

  it('keeps a story whose texts no database can store', () => {
    const odd = 'odd \0 \ud83d';
    const index = readStorybookIndex(JSON.stringify({ entries: { odd: { ...entry(odd), tags: [odd] } } }));
    expect(storybookStories(index, [], baseUrl)).toEqual([
      {
        id: 'odd \uFFFD \uFFFD',
        name: 'ODD \uFFFD \uFFFD',
        title: 'T',
        url: `${baseUrl}iframe.html?id=odd%20%EF%BF%BD%20%EF%BF%BD&viewMode=story`,
        tags: ['odd \uFFFD \uFFFD'],
      },
    ]);
  });

  it('does without an index', () => {
    expect(storybookStories(null, [extracted('z', {})], baseUrl).map(({ id }) => id)).toEqual(['z']);
  });
});
