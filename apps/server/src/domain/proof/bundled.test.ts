import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../testing/graphOf.js';
import { attributeLoads } from './attributeLoads.js';
import { compareBuilds } from './compareBuilds.js';

type Files = Record<string, string>;
type Change = Record<string, string | null>;

/** Builds of small books, as `npm run fixtures:proof` makes them: the later ones as what differs from the first. */
function openFixture(name: string): { first: Files; restyled: Files; extended: Files } {
  const fixture: { first: Files; restyled: Change; extended: Change } = JSON.parse(
    readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'),
  );
  const build = (change: Change): Files =>
    Object.fromEntries(
      Object.entries({ ...fixture.first, ...change }).flatMap(([path, text]) =>
        text === null ? [] : [[path, text]],
      ),
    );
  return { first: fixture.first, restyled: build(fixture.restyled), extended: build(fixture.extended) };
}

const storyIds = ['badge', 'button', 'card'];

/** What the page has loaded that has shown all stories. */
const everything = (files: Files) => new Set(Object.keys(files));

const loadsOf = (
  files: Files,
  storyId: string,
  { loaded = everything(files), asked = [] as string[] } = {},
) => attributeLoads(graphOf(files), { page: 'iframe.html', storyId, loaded, asked, repeated: [] });

async function provenOf(before: Files, after: Files): Promise<string[]> {
  const compare = compareBuilds(graphOf(before), graphOf(after));
  const proven: string[] = [];
  for (const id of storyIds) if ((await compare(await loadsOf(before, id))).isProven) proven.push(id);
  return proven;
}

/** The file of a build whose name begins so; of a script and a style sheet, the script. */
const fileOf = (files: Files, start: string): string =>
  Object.keys(files)
    .filter((path) => path.startsWith(start))
    .sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')))[0] ?? '';

/** The build with another text in a file. */
const edited = (files: Files, start: string, edit: (text: string) => string): Files => {
  const path = fileOf(files, start);
  const text = edit(files[path] ?? '');
  expect(text).not.toBe(files[path]);
  return { ...files, [path]: text };
};

describe.each(['webpack-5.112', 'webpack-5.112-esbuild', 'webpack-5.88', 'rspack-2.3'])(
  'builds by %s',
  (name) => {
    const { first, restyled } = openFixture(name);

    it('load what their chunks name, and what these load later', async () => {
      const { compared, paths } = await loadsOf(first, 'card');
      expect(compared).toBe('structure');
      const others = Object.keys(first).filter((path) => !paths.includes(path));
      expect(others.map((path) => path.replace(/\..*/, '')).sort()).toEqual([
        ...['Badge-stories', 'Badge-stories', 'Button-stories', 'Button-stories'],
      ]);
    });

    it('are the same for stories whose chunks are', async () => {
      expect(await provenOf(first, first)).toEqual(storyIds);
      expect(await provenOf(first, restyled)).toEqual(['button', 'card']);
      expect(await provenOf(restyled, first)).toEqual(['button', 'card']);
    });

    it('differ for what a chunk loads later', async () => {
      const lazy = Object.keys(first).find((path) => first[path]?.includes('("lazy")')) ?? '';
      const other = { ...first, [lazy]: (first[lazy] ?? '').replace('lazy', 'late') };
      expect(await provenOf(first, other)).toEqual(['badge', 'button']);
    });

    it('differ for a chunk that has another style sheet, none, or one more', async () => {
      const styled = /\{((?:["\w]+:1,?)+)\}(?=\)?\[\w+\]&&|;\w\[)/;
      const without = (text: string) => text.replace(styled, '{}');
      expect(await provenOf(first, edited(first, 'runtime', without))).toEqual([]);
      const { [fileOf(first, 'Badge-stories.')]: _, ...fewer } = first;
      expect(await provenOf(first, fewer)).not.toContain('badge');
      expect(await provenOf(fewer, first)).not.toContain('badge');
    });

    it('differ where the runtime does anything else', async () => {
      const slower = edited(first, 'runtime', (text) => text.replace(/12e4/, '13e4'));
      expect(await provenOf(first, slower)).toEqual([]);
      const unknown = edited(first, 'runtime', (text) =>
        text.replace(/\.u=(\w+)=>/, '.u=$1=>globalThis.prefix+'),
      );
      expect(await provenOf(first, unknown)).toEqual([]);
      expect(await provenOf(unknown, unknown)).toEqual(storyIds);
    });

    it('differ for the hash of the build where a chunk may ask for it', async () => {
      const build = (hash: string, use: string): Files => {
        const withHash = edited(first, 'runtime', (text) =>
          text.replace(/([\w$]+)\.f=\{\}/, (found, owner) => `${found},${owner}.h=()=>"${hash}"`),
        );
        return edited(withHash, 'main', (text) => `${text};${use}`);
      };
      for (const [use, expected] of [
        ['__webpack_require__.h()', []],
        ['r.h()', []],
        // Libraries have methods of this name.
        ['this.h();s.S.h()', storyIds],
      ] as const) {
        expect(await provenOf(build('0a1b', use), build('0a1b', use))).toEqual(storyIds);
        expect(await provenOf(build('0a1b', use), build('2c3d', use))).toEqual(expected);
      }
    });

    it('are read with files that have the same name, which keep it', async () => {
      const withPreview = (files: Files, runtime: string): Files => ({
        ...files,
        'iframe.html': (files['iframe.html'] ?? '').replace(
          '<head>',
          `<head><script src="./sb/runtime.js"></script>`,
        ),
        'sb/runtime.js': runtime,
        'manager/runtime.js': 'manager()',
      });
      const before = withPreview(first, 'preview()');
      const { 'manager/runtime.js': _, ...loaded } = before;
      const prove = async (after: Files) => {
        const compare = compareBuilds(graphOf(before), graphOf(after));
        const proofs = storyIds.map(async (id) => {
          const loads = await loadsOf(before, id, { loaded: everything(loaded) });
          expect(loads).toMatchObject({
            compared: 'structure',
            paths: expect.arrayContaining(['sb/runtime.js']),
          });
          return (await compare(loads)).isProven ? id : [];
        });
        return (await Promise.all(proofs)).flat();
      };
      expect(await prove(withPreview(restyled, 'preview()'))).toEqual(['button', 'card']);
      expect(await prove(withPreview(restyled, 'other()'))).toEqual([]);
    });

    it('differ for a story that asks for what only another story names', async () => {
      const badge = Object.keys(first).filter((path) => path.startsWith('Badge-stories'));
      expect(await loadsOf(first, 'card', { asked: badge })).toMatchObject({
        compared: 'bytes',
        paths: expect.arrayContaining(badge),
      });
    });

    it('differ by any byte that a story loads', async () => {
      const before = graphOf(first);
      for (const [offset, storyId] of storyIds.entries()) {
        const loads = await loadsOf(first, storyId);
        const own = chunksOf(first, loads.paths);
        for (const path of loads.paths) {
          const text = first[path] ?? '';
          const unseen = unseenBy(storyId, path, text, own);
          for (let at = offset; at < text.length; at += stride) {
            if (unseen.some(([from, to]) => at >= from && at < to)) continue;
            const byte = text[at] === 'x' ? 'y' : 'x';
            const after = { ...first, [path]: `${text.slice(0, at)}${byte}${text.slice(at + 1)}` };
            const proof = await compareBuilds(
              before,
              graphOf(after),
            )(loads).catch(() => ({ isProven: false }));
            expect(proof.isProven && `${path}: ${after[path]?.slice(at - 30, at + 30)}`).toBe(false);
          }
        }
      }
    });
  },
);

/** Every so many bytes are tried, others for each story; `SVC_EVERY_BYTE=1` tries all, for minutes. */
const stride = process.env.SVC_EVERY_BYTE ? 1 : 29;

/** Where the index, the runtime and the map of stories speak of what only other stories load. */
function unseenBy(storyId: string, path: string, text: string, own: ReadonlySet<string>): [number, number][] {
  if (path === 'index.json') return [[0, text.length]];
  const other = storyIds.filter((id) => id !== storyId).map((id) => id[0]?.toUpperCase() + id.slice(1));
  const entries = [...text.matchAll(new RegExp(`"\\./(?:${other.join('|')})\\.stories.*?\\]\\]?,?`, 'g'))];
  const row = /(\d+)(?::|===\w+\?|\)return)(?:"[^"]*"|1)[,:;]?/g;
  const rows = [...text.matchAll(row)].filter(([, id = '']) => !own.has(id));
  return [...entries, ...(path.startsWith('runtime') ? rows : [])].map(({ index, 0: whole }) => [
    index,
    index + whole.length,
  ]);
}

/** The ids of the chunks that a story loads. */
function chunksOf(files: Files, paths: readonly string[]): Set<string> {
  return new Set(paths.flatMap((path) => /\.push\(\[\[(\d+)\],/.exec(files[path] ?? '')?.[1] ?? []));
}

it('are the same if esbuild gives the variables of the runtime other names', async () => {
  const { first, restyled } = openFixture('webpack-5.112-esbuild');
  const names: Record<string, string> = { e: 'l', l: 'e' };
  const swapped = edited(restyled, 'runtime', (text) =>
    text.replace(/"[^"]*"|(?<![\w$.])[el](?![\w$:])/g, (found) => names[found] ?? found),
  );
  expect(await provenOf(first, swapped)).toEqual(['button', 'card']);
  // A story could show the name of a function of its own.
  const withModules = (files: Files) =>
    edited(files, 'runtime', (text) => text.replace('={}', '={1:()=>{}}'));
  expect(await provenOf(withModules(first), withModules(restyled))).toEqual(['button', 'card']);
  expect(await provenOf(withModules(first), withModules(swapped))).toEqual([]);
});

it('reads of a book with one more story what it reads of the others', async () => {
  for (const name of ['webpack-5.112', 'webpack-5.88']) {
    const { first, extended } = openFixture(name);
    expect(await provenOf(first, extended)).toEqual(storyIds);
    expect(await provenOf(extended, first)).toEqual(storyIds);
  }
});
