import { findStoryEntries, type StoryEntries } from './findStoryEntries.js';
import { orderDocgen } from './orderDocgen.js';

/** A part of a file: text that stands for itself, or the name of another file of code. */
export type Part = { text: string } | { name: string };

/** An entry of a map of story files. */
export interface KeyedParts {
  /** The stories that need it, as {@link StoryEntries} names them. */
  keys: ReadonlySet<string>;
  /** Before which of the other parts it stands. */
  at: number;
  parts: readonly Part[];
}

/** What a file of code consists of. */
export interface Shape {
  parts: readonly Part[];
  keyed: readonly KeyedParts[];
}

/** Files that may refer to others. */
export const isCode = (path: string): boolean => /\.(?:html|m?js|css)$/.test(path);

const references = /__vite__mapDeps\(\[([\d,]*)\]\)|[\w.~@+-]+\.(?:m?js|css)\b/g;

/** Vite's table of dependencies, in the three forms that it has had. */
const tables = [
  /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);?/,
  /const __vite__fileDeps=(\[[^\]]*\]),__vite__mapDeps=i=>i\.map\(i=>__vite__fileDeps\[i\]\);?/,
  /function __vite__mapDeps\(indexes\) \{\s*if \(!__vite__mapDeps\.viteFileDeps\) \{\s*__vite__mapDeps\.viteFileDeps = (\[[^\]]*\])\s*\}\s*return indexes\.map\(\(i\) => __vite__mapDeps\.viteFileDeps\[i\]\)\s*\}/,
];

/**
 * Takes a file of code apart.
 * @param stories which of its entries belong to stories; the others see nothing of them
 */
export function readShape(source: string, stories: StoryEntries): Shape {
  const { text, table } = takeTable(orderDocgen(source));
  const read = (some: string) => readParts(some, table);
  const parts: Part[] = [];
  const keyed: KeyedParts[] = [];
  let copied = 0;
  for (const entry of findStoryEntries(text, stories)) {
    parts.push(...read(text.slice(copied, entry.start)));
    keyed.push({ keys: entry.keys, at: parts.length, parts: read(entry.text) });
    copied = entry.end;
  }
  parts.push(...read(text.slice(copied)));
  return { parts, keyed };
}

/** Takes Vite's table out of a text where it is used in no other way than by the calls that are read. */
function takeTable(text: string): { text: string; table: readonly string[] | null } {
  const found = tables.map((form) => form.exec(text)).find((match) => match !== null);
  const list = found?.[1];
  if (!found || list === undefined) return { text, table: null };
  const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
  if (/__vite__(?:mapDeps(?!\(\[[\d,]*\]\))|fileDeps)/.test(rest)) return { text, table: null };
  const names = listOfStrings(list);
  return names === null || hasStrayIndex(rest, names.length)
    ? { text, table: null }
    : { text: rest, table: names };
}

function listOfStrings(list: string): string[] | null {
  try {
    const names: unknown = JSON.parse(list);
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : null;
  } catch {
    return null;
  }
}

const hasStrayIndex = (text: string, length: number): boolean =>
  [...text.matchAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g)].some(([, indices = '']) =>
    indices.split(',').some((index) => index !== '' && Number(index) >= length),
  );

function readParts(text: string, table: readonly string[] | null): Part[] {
  const parts: Part[] = [];
  const add = (part: Part) => {
    if (!('text' in part) || part.text !== '') parts.push(part);
  };
  let copied = 0;
  for (const match of text.matchAll(references)) {
    const [whole, indices] = match;
    if (indices !== undefined && table === null) continue;
    add({ text: text.slice(copied, match.index) });
    copied = match.index + whole.length;
    if (indices === undefined || table === null) add({ name: whole });
    else {
      const files = indices.split(',').filter(Boolean);
      add({ text: `__vite__mapDeps([${files.length}:` });
      for (const index of files) parts.push(...readParts(`${table[Number(index)]}\n`, null));
    }
  }
  add({ text: text.slice(copied) });
  return parts;
}
