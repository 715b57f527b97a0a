import { basename, dirname } from 'node:path/posix';
import { indexPaths, type Links, type SiteGraph } from './createSiteGraph.js';
import { hashInName } from './hashInName.js';
import { isCode, namesOthers } from './readShape.js';

/** What an image of a story depends on, of the files of its build. */
export interface StoryLoads {
  /**
   * `structure`: each of the files is reached by references from the page, so that it may have another name in another
   * build. `bytes`: that is not known of all, so that all must be the same.
   */
  compared: 'structure' | 'bytes';
  /** `whole`: the story may show what the index says of others. */
  index: 'own' | 'whole';
  /** The path of the page. */
  page: string;
  storyId: string;
  /** Decoded paths of addresses, without the first slash, including those of files that do not exist. */
  paths: string[];
}

/** What the page of a story has loaded. */
export interface Loaded {
  page: string;
  storyId: string;
  /** Since it was opened. */
  loaded: ReadonlySet<string>;
  /** Those that were asked for, again or for the first time, since the story is shown. */
  asked: readonly string[];
  /** Those that the page asked for more than once. */
  repeated: readonly string[];
}

/** References to more files are not looked for. */
const mostSearched = 3_000;

/**
 * Finds what a story depends on, of all that its page has loaded since it was opened. Earlier stories of that page
 * loaded some of it: what they alone refer to is left out, what they may share stays.
 */
export async function attributeLoads(
  graph: SiteGraph,
  { page, storyId, loaded, asked, repeated }: Loaded,
): Promise<StoryLoads> {
  const indices = [...loaded, ...repeated].filter((path) => indexPaths.includes(path));
  // Storybook itself requests its index once.
  const index = indices.length > 1 ? 'whole' : 'own';
  const all: StoryLoads = { compared: 'bytes', index, page, storyId, paths: [...loaded].sort() };
  const key = (await graph.index()).keyOf(storyId);
  if (key === null || graph.served(page) === null || loaded.size > mostSearched) return all;
  const byAnyStory = await reach(graph, page, loaded, () => true);
  if (byAnyStory.size < loaded.size) return all;
  const reached = await reach(graph, page, loaded, ({ keys }) => keys.has(key));
  // An address that is put together can be one that another story names.
  if (asked.some((path) => !reached.has(path))) return all;
  const byNone = await reach(graph, page, loaded, () => false);
  // One that has a map of stories itself can show them, such as one that shows them all.
  for (const path of reached) {
    const file = graph.served(path) ?? path;
    if (!byNone.has(path) && isCode(file) && namesOthers(await graph.links(file), key)) return all;
  }
  const guessable = await findGuessable(graph, loaded, reached);
  if (guessable.some((path) => isCode(graph.served(path) ?? path))) return all;
  return { ...all, compared: 'structure', paths: [...reached, ...guessable].sort() };
}

/**
 * What earlier stories of the page loaded and this one may show as well, by an address that it puts together: a document
 * requests an image or a module only once. Nobody puts together a name with a hash.
 */
async function findGuessable(
  graph: SiteGraph,
  loaded: ReadonlySet<string>,
  reached: ReadonlySet<string>,
): Promise<string[]> {
  const own = new Set([...reached].flatMap((path) => graph.served(path) ?? []).filter(isCode));
  const guessable: string[] = [];
  for (const path of loaded) {
    if (reached.has(path)) continue;
    if (await isWordLikeHash(graph, path, own)) continue;
    const hash = hashInName.exec(basename(path))?.[1];
    // Of a picture, digits alone may be a date or a number.
    const isNamed = async (part: string) =>
      !isCode(graph.served(path) ?? path) && (/^\d+$/.test(part) || (await isMentioned(graph, own, part)));
    if (hash === undefined || (await isNamed(hash))) guessable.push(path);
  }
  return guessable;
}

/**
 * Whether a bundler wrote a name of which the hash could be a word, as could one in 500: it did so if almost all code in
 * the folder has a hash, and the story has no such word.
 */
async function isWordLikeHash(graph: SiteGraph, path: string, own: ReadonlySet<string>): Promise<boolean> {
  const word = /-([A-Za-z-]{8})\.(?:m?js|css)$/.exec(path)?.[1];
  if (word === undefined || hashInName.test(basename(path)) || !graph.isBundled(dirname(path))) return false;
  for (const file of own) if (await graph.says(file, word)) return false;
  return true;
}

/** The paths among the loaded ones that references lead to from a page. */
async function reach(
  graph: SiteGraph,
  page: string,
  loaded: ReadonlySet<string>,
  isOwn: (entry: Links['keyed'][number]) => boolean,
): Promise<Set<string>> {
  const byFile = new Map([...loaded].map((path) => [graph.served(path) ?? path, path]));
  const start = graph.served(page) ?? page;
  const files = new Set([start]);
  const isNamesake = (path: string) => graph.isNamesake(graph.served(path) ?? path);
  const namesakes = [...loaded].filter(isNamesake);
  for (const file of files) {
    const { always, keyed } = await graph.links(file);
    for (const some of [always, ...keyed.filter(isOwn).map((entry) => entry.files)]) {
      for (const next of some) if (byFile.has(next)) files.add(next);
    }
    for (const path of namesakes) {
      const next = graph.served(path) ?? path;
      if (!files.has(next) && (await graph.mentions(file, basename(next)))) files.add(next);
    }
  }
  const reached = new Set([...files].flatMap((file) => byFile.get(file) ?? []));
  const isCodeAt = (path: string) => isCode(graph.served(path) ?? path);
  const others = new Set([...loaded].filter((path) => !reached.has(path) && !isCodeAt(path)));
  // Data may name further files: a list of pictures, or the textures of a model.
  const naming = new Set(files);
  const take = (path: string) => {
    others.delete(path);
    reached.add(path);
    const file = graph.served(path) ?? path;
    if (isData(file)) naming.add(file);
  };
  for (const path of indexPaths) if (others.has(path)) take(path);
  for (const file of naming) {
    for (const path of others) if (await graph.mentions(file, basename(path))) take(path);
  }
  return reached;
}

/** Text that a story may read, beside code. */
const isData = (path: string): boolean =>
  !indexPaths.includes(path) && /\.(?:\w*json|gltf|xml|csv|tsv|txt|md|ya?ml)$/i.test(path);

async function isMentioned(graph: SiteGraph, files: ReadonlySet<string>, name: string): Promise<boolean> {
  for (const file of files) if (await graph.mentions(file, name)) return true;
  return false;
}
