import { basename, dirname } from 'node:path/posix';
import type { Build } from './Build.js';
import { hashInName } from './hashInName.js';
import { type Runtime, readRuntime } from './readRuntime.js';
import { asksForHash, endOfName, isCode, readShape, type Shape } from './readShape.js';
import { readStoryIndex, type StoryIndex } from './readStoryIndex.js';
import { servedPath } from './servedPath.js';

/** How the files of a build refer to each other. */
export interface SiteGraph {
  build: Build;
  /** The file that answers a path of an address, as the service serves sites; null for none. */
  served(path: string): string | null;
  /** The file of code that has this name; null where there is none, or several. */
  named(name: string): string | null;
  /** Whether several files of code have the name of this one. They keep their names: their references tell nothing. */
  isNamesake(path: string): boolean;
  shape(path: string): Promise<Shape>;
  links(path: string): Promise<Links>;
  /** Where the chunks of a Storybook are, if webpack or Rspack has built it. */
  chunks(): Promise<Chunks | null>;
  mentions(path: string, name: string): Promise<boolean>;
  /** Whether a file of code has a word in it, other than in names of files. */
  says(path: string, word: string): Promise<boolean>;
  /** Whether at least nine in ten files of code in a folder have a hash in their name. */
  isBundled(folder: string): boolean;
  index(): Promise<StoryIndex>;
}

/** The files of code that a file refers to. */
export interface Links {
  /** Whichever story is shown. */
  always: ReadonlySet<string>;
  /** By entries of stories. */
  keyed: readonly { keys: ReadonlySet<string>; files: ReadonlySet<string> }[];
}

/** The chunks of webpack or Rspack. */
export interface Chunks extends Pick<Runtime, 'hash' | 'describe'> {
  /** The file that says where they are. */
  path: string;
  /** The files of a chunk by kind; null where it has none. */
  filesOf(id: string): (string | null)[];
}

/** Where a Storybook lists its stories. The preview reads of it what is said of the story that it shows. */
export const indexPaths: readonly string[] = ['index.json', 'stories.json'];

export function createSiteGraph(build: Build): SiteGraph {
  const names = namesOf([...build.files.keys()].filter(isCode));
  const texts = remember((path) => build.read(path));
  const index = remember(() => readStoryIndex(build));
  const shapeOf = async (text: string) => readShape(text, (await index('')).entries);
  const runtime = remember(() => findRuntime(build, texts, shapeOf, names));
  const shapes = remember(async (path) => {
    const known = await runtime('');
    if (path !== known?.path) return shapeOf(await texts(path));
    return { ...(await shapeOf(known.text)), usesHash: asksForHash(known.text) };
  });
  const mentioned = remember(async (pair) => {
    const [path = '', name = ''] = pair.split('\n');
    return (await texts(path)).includes(name);
  });
  const said = remember(async (pair) => {
    const [path = '', word = ''] = pair.split('\n');
    const { parts, keyed } = await shapes(path);
    return [...parts, ...keyed.flatMap((entry) => entry.parts)].some(
      (part) => 'text' in part && part.text.includes(word),
    );
  });
  const bundled = new Map<string, boolean>();
  const chunks = remember(async () => {
    const known = await runtime('');
    const named = (name: string | null) => (name === null ? null : (names.get(basename(name)) ?? null));
    return known && { ...known, filesOf: (id: string) => known.namesOf(id).map(named) };
  });
  const links = remember(async (path) => {
    const [shape, known] = [await shapes(path), await chunks('')];
    const filesOf = (some: Pick<Shape, 'parts' | 'chunks'>) => {
      const named = some.parts.map((part) => ('name' in part ? names.get(part.name) : null));
      const loaded = known ? [...some.chunks].flatMap(known.filesOf) : [];
      return new Set([...named, ...loaded].filter((file) => typeof file === 'string'));
    };
    const keyed = shape.keyed.map((entry) => ({ keys: entry.keys, files: filesOf(entry) }));
    return { always: filesOf(shape), keyed };
  });
  return {
    build,
    served: (path) => servedPath(build.files, path),
    named: (name) => names.get(name) ?? null,
    isNamesake: (path) => names.get(basename(path)) === null,
    shape: shapes,
    links,
    chunks: () => chunks(''),
    mentions: async (path, name) =>
      (await mentioned(`${path}\n${name}`)) || (await mentioned(`${path}\n${encodeURIComponent(name)}`)),
    says: (path, word) => said(`${path}\n${word}`),
    isBundled(folder) {
      const known = bundled.get(folder) ?? isHashed(build.files.keys(), folder);
      bundled.set(folder, known);
      return known;
    },
    index: () => index(''),
  };
}

/** Files by their names, and by what a text with their names is read as; null where several have that. */
function namesOf(paths: readonly string[]): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const path of paths) names.set(basename(path), names.has(basename(path)) ? null : path);
  const taken = new Set(names.keys());
  for (const path of paths) {
    const written = [basename(path), encodeURI(basename(path))];
    for (const name of new Set(written.map(endOfName))) {
      if (!taken.has(name)) names.set(name, names.has(name) ? null : path);
    }
  }
  return names;
}

function isHashed(paths: Iterable<string>, folder: string): boolean {
  const code = [...paths].filter((path) => isCode(path) && dirname(path) === folder);
  return code.filter((path) => hashInName.test(path)).length >= code.length * 0.9;
}

/** Finds the runtime of webpack or Rspack in the page of a Storybook, or in the files that it names. */
async function findRuntime(
  { tool, files }: Build,
  read: (path: string) => Promise<string>,
  shapeOf: (text: string) => Promise<Shape>,
  names: ReadonlyMap<string, string | null>,
): Promise<(Runtime & { path: string }) | null> {
  const page = 'iframe.html';
  if (tool !== 'stories-a' || !files.has(page)) return null;
  const { parts } = await shapeOf(await read(page));
  const named = parts.flatMap((part) => ('name' in part ? (names.get(part.name) ?? []) : []));
  let found: (Runtime & { path: string }) | null = null;
  for (const path of new Set([page, ...named])) {
    const runtime = readRuntime(await read(path));
    if (runtime && found) return null;
    if (runtime) found = { ...runtime, path };
  }
  return found;
}

function remember<T>(compute: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const computed = known.get(key) ?? compute(key);
    known.set(key, computed);
    return computed;
  };
}
