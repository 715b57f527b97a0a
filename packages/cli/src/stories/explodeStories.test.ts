import { captureTarget } from '@svc/schema';
import type { StoryEntry } from '@svc/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explodeStories } from './explodeStories.js';

const primary: StoryEntry = {
  url: 'http://site/iframe.html?id=forms-button--primary&viewMode=story',
  name: 'Primary',
  id: 'forms-button--primary',
  title: 'Forms/Button',
  tags: ['dev', 'test'],
};

const targetsOf = (...args: Parameters<typeof explodeStories>) =>
  explodeStories(...args).map(({ target }) => target);
const namesOf = (parameters: StoryEntry['parameters']) =>
  targetsOf([{ ...primary, parameters }], 'stories-a').map(({ name }) => name);

describe('explodeStories', () => {
  test('makes one target of a plain story', () => {
    expect(explodeStories([primary], 'stories-a')).toEqual([
      {
        storyName: 'Forms/Button/Primary',
        storyId: 'forms-button--primary',
        tags: ['dev', 'test'],
        target: {
          name: 'Forms/Button/Primary',
          url: primary.url,
          framework: 'stories-a',
          path: ['Forms', 'Button', 'Primary'],
          metadata: { framework: 'stories-a', storyId: 'forms-button--primary', tags: ['dev', 'test'] },
        },
      },
    ]);
  });

  test('makes one of a story that has nothing but an address and a name', () => {
    expect(targetsOf([{ url: 'http://site/?story=a', name: 'A' }], 'stories-b')).toEqual([
      { name: 'A', url: 'http://site/?story=a', path: ['A'], metadata: { framework: 'stories-b', tags: [] } },
    ]);
  });

  test('makes one for each mode, with its viewport and globals', () => {
    const modes = {
      dark: { theme: 'dark', viewport: 'mobile1' },
      'large text': { fontSize: 20, viewport: { width: '1600px', height: 900 } },
      plain: {},
    };
    const targets = targetsOf([{ ...primary, parameters: { modes, viewports: [320] } }], 'stories-a');
    expect(
      targets.map(({ name, url, viewport, path, metadata }) => ({ name, url, viewport, path, metadata })),
    ).toEqual([
      {
        name: 'Forms/Button/Primary[dark]',
        url: `${primary.url}&globals=theme:dark`,
        viewport: { width: 320, height: 568 },
        path: ['Forms', 'Button', 'Primary[dark]'],
        metadata: expect.objectContaining({ globals: { theme: 'dark' } }),
      },
      {
        name: 'Forms/Button/Primary[large text]',
        url: `${primary.url}&globals=fontSize:20`,
        viewport: { width: 1600, height: 900 },
        path: ['Forms', 'Button', 'Primary[large text]'],
        metadata: expect.objectContaining({ globals: { fontSize: 20 } }),
      },
      {
        name: 'Forms/Button/Primary[plain]',
        url: primary.url,
        viewport: undefined,
        path: ['Forms', 'Button', 'Primary[plain]'],
        metadata: { framework: 'stories-a', storyId: primary.id, tags: primary.tags },
      },
    ]);
  });

  test('compares a mode in its own way where it says so', () => {
    const modes = {
      strict: { diffThreshold: 0, diffIncludeAntiAliasing: true, theme: 'dark' },
      usual: { theme: 'dark' },
    };
    const [strict, usual] = targetsOf(
      [{ ...primary, parameters: { diffThreshold: 0.2, modes } }],
      'stories-a',
    );
    expect(strict).toMatchObject({ diffThreshold: 0, diffIncludeAntiAliasing: true });
    expect(strict?.url).toBe(`${primary.url}&globals=theme:dark`);
    expect(usual).toMatchObject({ diffThreshold: 0.2 });
    expect(usual).not.toHaveProperty('diffIncludeAntiAliasing');
  });

  test('makes one for each width, without modes', () => {
    const targets = targetsOf(
      [{ ...primary, parameters: { modes: {}, viewports: [320, 1280, 320] } }],
      'stories-a',
    );
    expect(targets.map(({ name, viewport }) => [name, viewport])).toEqual([
      ['Forms/Button/Primary__320', { width: 320, height: 720 }],
      ['Forms/Button/Primary__1280', { width: 1280, height: 720 }],
    ]);
  });

  test('copies what a story says of its capture to every target', () => {
    const parameters = {
      delay: 100,
      selector: '.card',
      cropToViewport: true,
      ignoreSelectors: ['.clock'],
      ignore: ['.map', { x: 0, y: 0, width: 9, height: 9 }],
      diffThreshold: 0.1,
      diffIncludeAntiAliasing: true,
      pauseAnimationAtEnd: false,
      forcedColors: 'active',
      prefersReducedMotion: 'reduce',
      media: 'print',
    };
    const targets = targetsOf(
      [{ ...primary, parameters: { ...parameters, viewports: [320, 640] } }],
      'stories-a',
    );
    expect(targets).toHaveLength(2);
    for (const target of targets) expect(target).toMatchObject(parameters);
  });

  test('drops disabled stories', () => {
    expect(namesOf({ disable: true, modes: { dark: {} } })).toEqual([]);
    expect(namesOf({ disable: false })).toEqual(['Forms/Button/Primary']);
  });

  test('refuses two targets of one name, naming both stories', () => {
    const decomposed = { ...primary, id: 'other--primary', name: 'Cafe\u0301' };
    const composed = { ...primary, name: 'Caf\u00e9' };
    expect(() => explodeStories([composed, decomposed], 'stories-a')).toThrow(
      /"Forms\/Button\/Café".*forms-button--primary and other--primary/,
    );
    const lookalike = { ...primary, id: 'b', name: 'Primary__320' };
    expect(() =>
      explodeStories([{ ...primary, parameters: { viewports: [320] } }, lookalike], 'stories-a'),
    ).toThrow(/Primary__320/);
  });

  test('one that fails for its name takes no other name from one that does not', () => {
    const odd = { ...primary, title: '', name: '' };
    const named = { ...primary, title: '', name: '(no name)' };
    const targets = targetsOf([odd, named, { ...odd, id: 'b' }], 'stories-a');
    expect(targets.map(({ name, problem }) => [name, problem === undefined])).toEqual([
      ['(no name) (2)', false],
      ['(no name)', true],
      ['(no name) (3)', false],
    ]);
  });

  test('any stories have targets that the service takes, with names that differ', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        'a',
        'e\u0301',
        '\u00e9',
        '\u202eabc\u200b',
        '\ud800',
        'a\n',
        'a/b',
        '/'.repeat(40),
      ),
      fc.constantFrom('x', '\u0301', '\u{1f600}', 'i\u0307').map((letter) => letter.repeat(700)),
    );
    const story = fc.record(
      {
        title: odd,
        name: odd,
        id: odd,
        tags: fc.array(odd),
        parameters: fc.constant({ modes: { dark: {} } }),
      },
      { requiredKeys: ['name'] },
    );
    const nameOf = ({ title, name }: { title?: string; name: string }) =>
      (title ? `${title}/${name}` : name).normalize();
    fc.assert(
      fc.property(fc.uniqueArray(story, { selector: nameOf }), (stories) => {
        const found = stories.map((one) => ({
          ...one,
          url: `http://site/?id=${'i'.repeat(one.id?.length ?? 0)}`,
        }));
        const targets = targetsOf(found, 'stories-a');
        expect(targets).toHaveLength(stories.length);
        const parsed = targets.map((target) => captureTarget.safeParse(target));
        expect(parsed.flatMap(({ error }) => error ?? [])).toEqual([]);
        expect(new Set(parsed.map(({ data }) => data?.name)).size).toBe(stories.length);
      }),
    );
  });

  test.each([
    [{ title: 'long '.repeat(200) }, 'the name of this snapshot is longer than 512 characters'],
    [{ name: 'two\nlines' }, 'the name of this snapshot contains control characters, such as a line break'],
    [{ title: 'a/'.repeat(40) }, 'the title of this story has more than 31 levels'],
    [{ tags: ['t'.repeat(70_000)] }, 'the id, tags and globals of this story must have at most 65536'],
    [{ url: `http://site/?id=${'i'.repeat(9_000)}` }, 'the address of this story is longer than 8192'],
  ])('a story that the service would refuse fails alone: %#', (odd, problem) => {
    const targets = targetsOf(
      [
        { ...primary, ...odd },
        { ...primary, name: 'Fine' },
      ],
      'stories-a',
    );
    expect(targets.map((target) => target.problem)).toEqual([expect.stringContaining(problem), undefined]);
    for (const target of targets) expect(captureTarget.safeParse(target).error).toBeUndefined();
  });

  test.each([
    [
      { modes: { odd: { viewport: 'huge' } } },
      '[odd]',
      /^mode "odd": "huge" is not a viewport.*mobile1, mobile2/,
    ],
    [{ viewports: [0] }, '__0', /^0 in parameters.viewports is not a width; use whole CSS pixels/],
    [{ viewports: [12.5] }, '__12.5', /whole CSS pixels/],
    [{ problem: 'parameters.svc.delay: true is not a number' }, '', /^parameters.svc.delay: true/],
  ])('of a story that asks for %j, a target fails and the others do not', (parameters, suffix, message) => {
    const fine = { ...primary, name: 'Fine' };
    const targets = targetsOf([{ ...primary, parameters }, fine], 'stories-a');
    expect(targets.map(({ name, problem }) => [name, problem])).toEqual([
      [`Forms/Button/Primary${suffix}`, expect.stringMatching(message)],
      ['Forms/Button/Fine', undefined],
    ]);
  });

  test('a story is shown in its own viewport, unless a mode or width says another', () => {
    const viewport = { width: 375, height: 667 };
    const sizes = (parameters: StoryEntry['parameters']) =>
      targetsOf([{ ...primary, parameters: { viewport, ...parameters } }], 'stories-a').map(
        (one) => one.viewport,
      );
    expect(sizes({})).toEqual([viewport]);
    expect(sizes({ viewports: [320] })).toEqual([{ width: 320, height: 720 }]);
    expect(sizes({ modes: { dark: {}, wide: { viewport: { width: 1600, height: 900 } } } })).toEqual([
      viewport,
      { width: 1600, height: 900 },
    ]);
  });
});

describe('for any stories', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const viewport = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }),
    fc.constantFrom('mobile1', 'mobile2', 'tablet', 'desktop', '768px'),
    fc.record({ width: fc.integer({ min: 1, max: 10_000 }), height: fc.constant('600px') }),
  );
  const mode = fc.record(
    { viewport, theme: word, backgrounds: fc.record({ value: word }) },
    { requiredKeys: [] },
  );
  const parameters = fc.record(
    {
      disable: fc.boolean(),
      delay: fc.integer({ min: 0, max: 60_000 }),
      modes: fc.dictionary(word, mode, { maxKeys: 4 }),
      viewports: fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 4 }),
    },
    { requiredKeys: [] },
  );
  const stories = fc
    .uniqueArray(fc.record({ title: word, name: word, parameters }), {
      selector: ({ title, name }) => `${title}/${name}`,
      maxLength: 8,
    })
    .map((list) =>
      list.map(
        (story): StoryEntry => ({
          ...story,
          url: 'http://site/iframe.html?id=x',
          id: `${story.title}--${story.name}`,
        }),
      ),
    );
  const tool = fc.constantFrom('stories-a' as const, 'stories-b' as const);

  const expectedCount = ({ parameters: given = {} }: StoryEntry) => {
    if (given.disable) return 0;
    return Object.keys(given.modes ?? {}).length || (given.viewports ?? []).length || 1;
  };

  test('the targets are deterministic, uniquely named, as many as modes or widths or one, and fit the wire', () => {
    fc.assert(
      fc.property(stories, tool, (list, which) => {
        const targets = targetsOf(list, which);
        expect(targetsOf(structuredClone(list), which)).toEqual(targets);
        expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
        expect(targets).toHaveLength(list.reduce((sum, story) => sum + expectedCount(story), 0));
        for (const target of targets) expect(captureTarget.parse(target)).toEqual(target);
      }),
      { numRuns: 50 },
    );
  });

  test('a target stands for its story alone, whatever stands beside it', () => {
    fc.assert(
      fc.property(stories, tool, (list, which) => {
        expect(list.flatMap((story) => targetsOf([story], which))).toEqual(targetsOf(list, which));
      }),
      { numRuns: 50 },
    );
  });
});
