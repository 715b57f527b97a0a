import { dirname } from 'node:path/posix';
import type { StoryLoads } from './attributeLoads.js';
import { indexPaths, type SiteGraph } from './createSiteGraph.js';
import { isCode, type KeyedParts, type Part } from './readShape.js';

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
  was: readonly KeyedParts[];
  is: readonly KeyedParts[];
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

  return async ({ compared, page, storyId, paths }) => {
    const [was, is] = [await before.index(), await after.index()];
    if (was.describe(storyId) === null || was.describe(storyId) !== is.describe(storyId)) {
      return differs('the index says something else of it');
    }
    const isIndex = (path: string) => before.build.tool === 'stories-a' && indexPaths.includes(path);
    const ofBytes = paths.filter(
      (path) => !isIndex(path) && (compared === 'bytes' || !isCode(before.served(path) ?? path)),
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

const isSameFile = ({ before, after }: Sides, path: string): boolean => {
  const [a, b] = [before.served(path), after.served(path)];
  return a === b && (a === null || before.build.files.get(a) === after.build.files.get(a));
};

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
  const partners = new Map([[start, otherStart]]);
  const taken = new Map([[otherStart, start]]);
  for (const [a, b] of partners) {
    const { pairs, was, is } = await compare(a, b);
    const own = compareEntries(sides, was, is, key);
    if (pairs === null || own === null) return differs(a);
    for (const [from, to] of [...pairs, ...own]) {
      if (!loaded.has(from)) continue;
      // One file of one build stands for one of the other: modules have state.
      if ((partners.get(from) ?? to) !== to || (taken.get(to) ?? from) !== from) return differs(from);
      partners.set(from, to);
      taken.set(to, from);
    }
  }
  const missed = [...loaded].find((path) => isCode(path) && !partners.has(path));
  return missed === undefined ? proven : differs(missed);
}

async function compareFiles(sides: Sides, a: string, b: string): Promise<Compared> {
  const [was, is] = [await sides.before.shape(a), await sides.after.shape(b)];
  return { pairs: compareParts(sides, was.parts, is.parts), was: was.keyed, is: is.keyed };
}

/** Compares the entries of one story. */
function compareEntries(
  sides: Sides,
  was: readonly KeyedParts[],
  is: readonly KeyedParts[],
  key: string,
): Pairs {
  const [a, b] = [was, is].map((all) => all.filter(({ keys }) => keys.has(key))) as [
    KeyedParts[],
    KeyedParts[],
  ];
  if (a.length !== b.length) return null;
  const pairs = a.map((entry, index) => {
    const other = b[index];
    return other?.at === entry.at ? compareParts(sides, entry.parts, other.parts) : null;
  });
  return pairs.includes(null) ? null : pairs.flatMap((some) => some ?? []);
}

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
    if (dirname(a) !== dirname(b) || familyOf(part.name) !== familyOf(other.name)) return null;
    pairs.push([a, b]);
  }
  return pairs;
}

/** The name of a file without the hash in it. */
const familyOf = (name: string): string => name.replace(/([-.])[\w-]{6,}(?=\.)/g, '$1*');
