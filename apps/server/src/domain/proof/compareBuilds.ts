import { basename, dirname } from 'node:path/posix';
import type { StoryLoads } from './attributeLoads.js';
import { type Chunks, indexPaths, type SiteGraph } from './createSiteGraph.js';
import { isCode, type KeyedParts, namesOthers, type Part, type Shape } from './readShape.js';
import { isSameAnswer } from './servedPath.js';

/** What makes two builds the same for a story, or the first thing that does not. */
export type Proof = { isProven: true } | { isProven: false; why: string };

/** Compares stories of one build with those of another. */
export type CompareStory = (loads: StoryLoads) => Promise<Proof>;

/** Which files are referred to at the same places; null where the text around differs. */
type Pairs = readonly (readonly [string, string])[] | null;

/** A pair of files of code. */
interface Compared {
  /** Of what is not an entry of a story. */
  pairs: Pairs;
  was: Shape;
  is: Shape;
}

const proven: Proof = { isProven: true };
const differs = (why: string): Proof => ({ isProven: false, why });

/**
 * Decides whether a story of one build would look the same in another, without a browser: whether whatever its page
 * loaded is answered with the same bytes, or with text that is the same but for names of files that are the same.
 */
export function compareBuilds(before: SiteGraph, after: SiteGraph): CompareStory {
  const sides = { before, after };
  const known = new Map<string, Promise<Compared>>();
  const compare = (a: string, b: string) => {
    const pair = `${a}\n${b}`;
    const compared = known.get(pair) ?? compareFiles(sides, a, b);
    known.set(pair, compared);
    return compared;
  };

  return async ({ compared, index, page, storyId, paths }) => {
    const [was, is] = [await before.index(), await after.index()];
    if (was.describe(storyId) === null || was.describe(storyId) !== is.describe(storyId)) {
      return differs('the index says something else of it');
    }
    const isLeftOut = (path: string) =>
      before.build.tool === 'stories-a' && index === 'own' && indexPaths.includes(path);
    const ofBytes = paths.filter(
      (path) => !isLeftOut(path) && (compared === 'bytes' || !isCode(before.served(path) ?? path)),
    );
    const other = ofBytes.find((path) => !isSameFile(sides, path));
    if (other !== undefined) return differs(other);
    if (compared === 'bytes') return proven;
    const key = was.keyOf(storyId);
    if (key === null || key !== is.keyOf(storyId)) return differs('its file is another one');
    return matchCode(sides, compare, { page, key, paths });
  };
}

interface Sides {
  before: SiteGraph;
  after: SiteGraph;
}

const isSameFile = ({ before, after }: Sides, path: string): boolean =>
  isSameAnswer(before.build.files, after.build.files, path);

/** Walks both builds from the page on, along the references to what was loaded. */
async function matchCode(
  sides: Sides,
  compare: (a: string, b: string) => Promise<Compared>,
  { page, key, paths }: { page: string; key: string; paths: readonly string[] },
): Promise<Proof> {
  const { before, after } = sides;
  const [start, otherStart] = [before.served(page), after.served(page)];
  if (start === null || start !== otherStart) return differs(page);
  const loaded = new Set(paths.map((path) => before.served(path) ?? path));
  const chunks = [await before.chunks(), await after.chunks()] as const;
  const namesakes = [...loaded].filter((path) => before.isNamesake(path));
  const other = namesakes.find((path) => !isSameFile(sides, path));
  if (other !== undefined) return differs(other);
  const partners = new Map([[start, otherStart], ...namesakes.map((path) => [path, path] as const)]);
  const taken = new Map([...partners].map(([from, to]) => [to, from]));
  for (const [a, b] of partners) {
    const { pairs, was, is } = await compare(a, b);
    const own = compareEntries(sides, was.keyed, is.keyed, key);
    if (pairs === null || own === null || isOtherHash(was, is, chunks)) return differs(a);
    // Other stories' entries in a story's own files are what it may show; those in the map of the tool are not.
    if (namesOthers(is, key) && !namesOthers(was, key)) return differs(a);
    const ofChunks = pairChunks([was, ...own.entries], chunks, loaded);
    if (ofChunks === null) return differs(a);
    for (const [from, to] of [...pairs, ...own.pairs, ...ofChunks]) {
      if (!loaded.has(from)) continue;
      // One file of one build stands for one of the other: modules have state.
      if ((partners.get(from) ?? to) !== to || (taken.get(to) ?? from) !== from) return differs(from);
      partners.set(from, to);
      taken.set(to, from);
    }
  }
  const [was, is] = chunks;
  if (was && partners.get(was.path) !== is?.path) return differs(was.path);
  const missed = [...loaded].find((path) => isCode(path) && !partners.has(path));
  return missed === undefined ? proven : differs(missed);
}

/** Whether the hash of the build is another one for a file that may ask for it. */
const isOtherHash = (
  was: Shape,
  is: Shape,
  [before, after]: readonly [Chunks | null, Chunks | null],
): boolean => (was.usesHash || is.usesHash) && before?.hash !== after?.hash;

/** Pairs the files of the chunks that were loaded; null where what the builds say of one differs. */
function pairChunks(
  own: readonly Pick<Shape, 'chunks'>[],
  [before, after]: readonly [Chunks | null, Chunks | null],
  loaded: ReadonlySet<string>,
): Pairs {
  if (!before || !after) return before === after ? [] : null;
  const pairs: (readonly [string, string])[] = [];
  for (const id of new Set(own.flatMap(({ chunks }) => [...chunks]))) {
    const [was, is] = [before.filesOf(id), after.filesOf(id)];
    if (!was.some((path) => path !== null && loaded.has(path))) continue;
    if (before.describe(id) !== after.describe(id)) return null;
    for (const [kind, from] of was.entries()) {
      const to = is[kind] ?? null;
      if (from !== null && to !== null && isOneFamily(from, to)) pairs.push([from, to]);
      else if (from !== to || from !== null) return null;
    }
  }
  return pairs;
}

async function compareFiles(sides: Sides, a: string, b: string): Promise<Compared> {
  const [was, is] = [await sides.before.shape(a), await sides.after.shape(b)];
  const pairs = compareParts(sides, was.parts, is.parts);
  return { pairs: pairs && withoutRepeats(pairs), was, is };
}

/** A file can name another thousands of times. */
const withoutRepeats = (pairs: NonNullable<Pairs>): Pairs => [
  ...new Map(pairs.map((pair) => [pair.join('\n'), pair])).values(),
];

/** Compares the entries of one story. */
function compareEntries(
  sides: Sides,
  was: readonly KeyedParts[],
  is: readonly KeyedParts[],
  key: string,
): { pairs: readonly (readonly [string, string])[]; entries: readonly KeyedParts[] } | null {
  const [entries, others] = [ownEntries(was, key), ownEntries(is, key)];
  if (entries.length !== others.length) return null;
  const pairs: (readonly [string, string])[] = [];
  for (const [index, entry] of entries.entries()) {
    const other = others[index];
    const some = other?.at === entry.at ? compareParts(sides, entry.parts, other.parts) : null;
    if (some === null) return null;
    pairs.push(...some);
  }
  return { pairs, entries };
}

/** The entries of one story, by place and then by name: Rspack writes its maps in an order of their own. */
const ownEntries = (all: readonly KeyedParts[], key: string): KeyedParts[] => {
  const nameOf = ({ parts: [first] }: KeyedParts) => (first && 'text' in first ? first.text : '');
  return all
    .filter(({ keys }) => keys.has(key))
    .sort((a, b) => a.at - b.at || (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
};

function compareParts({ before, after }: Sides, was: readonly Part[], is: readonly Part[]): Pairs {
  if (was.length !== is.length) return null;
  const pairs: (readonly [string, string])[] = [];
  for (const [index, part] of was.entries()) {
    const other = is[index];
    if (other === undefined || 'text' in part || 'text' in other) {
      if (!other || !('text' in part && 'text' in other) || part.text !== other.text) return null;
      continue;
    }
    const [a, b] = [before.named(part.name), after.named(other.name)];
    if (a === null || b === null) {
      if (a !== b || part.name !== other.name) return null;
      continue;
    }
    if (!isOneFamily(a, b)) return null;
    pairs.push([a, b]);
  }
  return pairs;
}

/** Words are not hashes, such as those of `theme-default.css` and `theme-premium.css`. */
const hashes = /([-.])(?=[\w-]*[\d_]|[\w-]+[A-Z])[\w-]{6,}(?=\.)/g;

/** Whether two files are in the same folder and have the same name, but for the hash in it. */
const isOneFamily = (a: string, b: string): boolean =>
  dirname(a) === dirname(b) &&
  (familyOf(a) === familyOf(b) ||
    hasHashWhere(basename(a), basename(b)) ||
    hasHashWhere(basename(b), basename(a)));

const familyOf = (path: string): string => basename(path).replace(hashes, '$1*');

/** Of the hashes that bundlers write. */
const leastHash = 8;

/** Whether one name has a hash where the other has as many letters: about one hash in 500 looks like a word. */
function hasHashWhere(hashed: string, other: string): boolean {
  if (hashed.length !== other.length) return false;
  let masked = other;
  for (const { index, 0: hash } of hashed.matchAll(hashes)) {
    if (hash.length <= leastHash) return false;
    const end = index + hash.length;
    const letters = other.slice(index, end);
    if (letters[0] !== hash[0] || !/^.[\w-]+$/.test(letters)) return false;
    masked = masked.slice(0, index) + hash + masked.slice(end);
  }
  return masked === hashed;
}
