import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Importers, readModuleGraph, type Stats } from './readModuleGraph.js';
import { type TracedBuild, traceStories } from './traceStories.js';

const list = '/virtual:/stories.js';

/** A build whose files import each other like this; those that end in `.stories.ts` hold one story of their name. */
function build(imports: Record<string, string[]>, fields: Partial<TracedBuild> = {}): TracedBuild {
  const importers: Importers = new Map(Object.keys(imports).map((file) => [file, new Set()]));
  for (const [file, used] of Object.entries(imports)) {
    for (const one of used) importers.set(one, (importers.get(one) ?? new Set()).add(file));
  }
  const files = Object.keys(imports).filter((file) => file.endsWith('.stories.ts'));
  for (const file of files) importers.get(file)?.add(list);
  return {
    importers,
    storyFiles: new Map(files.map((file) => [file.slice(1, -'.stories.ts'.length), file])),
    docsFiles: new Set(),
    configFolder: '/.storybook',
    sources: new Map(),
    hasStaticFiles: false,
    unclear: null,
    show: (path) => path.slice(1),
    ...fields,
  };
}

const changeOf = (path: string) => ({ path, what: `${path.slice(1)} changed` });

const affected = (traced: TracedBuild, ...changed: string[]) => {
  const answer = traceStories(traced, changed.map(changeOf));
  return 'all' in answer ? answer.all : [...answer.stories.keys()].sort();
};

const plain = {
  '/card.stories.ts': ['/card.ts'],
  '/button.stories.ts': ['/button.ts'],
  '/card.ts': ['/button.ts', '/card.css', '/icon.svg'],
  '/button.ts': [],
  '/.storybook/preview.ts': ['/theme.css'],
};

describe('a changed file', () => {
  test('affects the stories that use it, however far away', () => {
    expect(affected(build(plain), '/button.ts')).toEqual(['button', 'card']);
    expect(affected(build(plain), '/card.css')).toEqual(['card']);
    expect(affected(build(plain), '/button.stories.ts')).toEqual(['button']);
    expect(affected(build(plain))).toEqual([]);
  });

  test('of stories that other stories use affects both', () => {
    const traced = build({ '/a.stories.ts': [], '/b.stories.ts': ['/a.stories.ts'] });
    expect(affected(traced, '/a.stories.ts')).toEqual(['a', 'b']);
  });

  test('of documentation alone affects none', () => {
    const traced = build({ ...plain, '/intro.mdx': ['/intro.css'], [list]: ['/intro.mdx'] });
    expect(affected({ ...traced, docsFiles: new Set(['/intro.mdx']) }, '/intro.css')).toEqual([]);
    expect(affected(traced, '/intro.css')).toMatch(
      /^intro\.css changed; it is used by .*stories\.js, which all/,
    );
  });

  test.each([
    ['that configures Storybook', '/.storybook/main.ts', {}, /configures all stories/],
    ['that the configuration uses', '/theme.css', {}, /used by \.storybook\/preview\.ts, which all/],
    [
      'that is in no module',
      '/package-lock.json',
      {},
      /^package-lock\.json changed, and the build does not tell what uses it/,
    ],
    [
      'beside an unclear name',
      '/card.css',
      { unclear: '"~x" in a.css' },
      /"~x" in a\.css may name card\.css/,
    ],
  ])('%s affects all stories, and it is said why', (_, file, fields, reason) => {
    expect(affected(build(plain, fields), file)).toMatch(reason);
  });

  test('with an address of its own affects all stories', () => {
    const change = { ...changeOf('/icon.svg'), isServed: true };
    expect(traceStories(build(plain), [change])).toEqual({
      all: 'icon.svg changed, which may be requested by its address',
    });
  });

  test('affects all stories when the stats file does not have them', () => {
    const traced = build(plain);
    traced.importers.delete('/card.stories.ts');
    expect(affected(traced, '/button.ts')).toMatch(/does not have card\.stories\.ts/);
    expect(affected({ ...traced, storyFiles: new Map() }, '/button.ts')).toMatch(/names no files/);
  });

  test('affects exactly the stories from which it can be reached, in any graph', () => {
    const files = Array.from({ length: 8 }, (_, index) => `/${index}${index < 3 ? '.stories' : ''}.ts`);
    const file = fc.constantFrom(...files);
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(files.map((one) => [one, fc.uniqueArray(file, { maxLength: 3 })]))),
        file,
        (imports, changed) => {
          const uses = (from: string, seen = new Set<string>()): Set<string> => {
            if (seen.has(from)) return seen;
            seen.add(from);
            for (const one of imports[from] ?? []) uses(one, seen);
            return seen;
          };
          const expected = files.slice(0, 3).filter((story) => uses(story).has(changed));
          const answer = traceStories(build(imports), [changeOf(changed)]);
          if ('all' in answer) {
            // Something that nobody imports and that is not a story uses it: whether that is shared is not known.
            expect(files.slice(3).some((root) => uses(root).has(changed))).toBe(true);
          } else expect([...answer.stories.keys()]).toEqual(expected.map((story) => story.slice(1, 2)));
        },
      ),
    );
  });
});

describe('a stats file', () => {
  const resolve = (name: string) => `/project${name.slice(1)}`;

  test('of Vite names files with queries, and modules that are not files', () => {
    const stats = {
      modules: [
        { name: './a.vue?vue&type=style', reasons: [{ moduleName: './a.vue' }] },
        { name: './a.vue', reasons: [{ moduleName: './a.stories.ts' }, { moduleName: './a.vue' }] },
        { name: './a.stories.ts', reasons: [{ moduleName: list }] },
      ],
    };
    expect(readModuleGraph(stats, resolve)).toEqual(
      new Map([
        ['/project/a.vue', new Set(['/project/a.stories.ts'])],
        ['/project/a.stories.ts', new Set([list])],
      ]),
    );
  });

  test('names files with the loaders that read them', () => {
    const css = './node_modules/css-loader/dist/cjs.js??ruleSet[1].rules[3].use[1]!./a.css';
    const stats = {
      modules: [
        { name: './a.css', reasons: [{ moduleName: './a.ts' }] },
        { name: css, reasons: [{ moduleName: './a.css' }] },
        { name: './paper.png', reasons: [{ moduleName: css }] },
        { name: './raw-loader.js!./b.ts', reasons: [{ moduleName: './a.ts' }] },
      ],
    };
    expect(readModuleGraph(stats, resolve)).toEqual(
      new Map([
        ['/project/a.css', new Set(['/project/a.ts'])],
        ['/project/paper.png', new Set(['/project/a.css'])],
        ['/project/b.ts', new Set(['/project/a.ts'])],
      ]),
    );
  });

  describe('of webpack', () => {
    const pattern = './src/ lazy ^\\.\\/.*$ include: (?:\\/src\\/.*\\.stories\\.ts)$ namespace object';
    const first = '/project/a.stories.ts';
    const modules = [
      {
        name: './a.stories.ts + 2 modules',
        reasons: [{ moduleName: pattern }, { moduleName: null }],
        modules: [
          { name: './a.stories.ts' },
          { name: './a.ts', reasons: [{ moduleName: './a.stories.ts' }] },
          { name: './b.ts', reasons: [{ moduleName: './a.ts' }] },
        ],
      },
      { name: './shared.ts', reasons: [{ moduleName: './a.stories.ts + 2 modules' }] },
      { name: './c.stories.ts', reasons: [{ moduleName: pattern }] },
      { name: pattern, reasons: [{ moduleName: './storybook-config-entry.js + 1 modules' }] },
    ];
    const trace = (more: Stats['modules'], sources: [string, string][] = []) =>
      build(
        {},
        {
          importers: readModuleGraph({ modules: [...modules, ...(more ?? [])] }, resolve),
          storyFiles: new Map([
            ['a', first],
            ['c', '/project/c.stories.ts'],
          ]),
          sources: new Map(sources),
        },
      );

    test('merges modules into the first, which uses the others', () => {
      const { importers } = trace([]);
      expect(importers.get('/project/a.ts')).toEqual(new Set([first]));
      expect(importers.get('/project/b.ts')).toEqual(new Set(['/project/a.ts', first]));
      expect(importers.get('/project/shared.ts')).toEqual(new Set([first]));
    });

    test('has the list of stories as a pattern, which does not make them depend on each other', () => {
      for (const file of ['a.stories.ts', 'a.ts', 'b.ts', 'shared.ts'])
        expect(affected(trace([]), `/project/${file}`), file).toEqual(['a']);
      expect(affected(trace([]), '/project/c.stories.ts')).toEqual(['c']);
    });

    test('follows a pattern that a file of the project imports', () => {
      const own = './src/ sync ^\\.\\/.*\\.stories\\.ts$';
      const gallery = [
        { name: './c.stories.ts', reasons: [{ moduleName: own }] },
        { name: own, reasons: [{ moduleName: './gallery.ts' }] },
        { name: './gallery.ts', reasons: [{ moduleName: './a.stories.ts' }] },
      ];
      const traced = trace(gallery, [['/project/gallery.ts', '']]);
      expect(affected(traced, '/project/c.stories.ts')).toEqual(['a', 'c']);
    });
  });
});
