import { findStoryEntries, type StoryEntries } from './findStoryEntries.js';
import { orderDocgen } from './orderDocgen.js';
import { readChunkIds } from './readChunkIds.js';

/** A part of a file: text that stands for itself, or the name of another file of code. */
export type Part = { text: string } | { name: string };

/** An entry of a map of story files. */
export interface KeyedParts {
  /** The stories that need it, as {@link StoryEntries} names them. */
  keys: ReadonlySet<string>;
  /** Before which of the other parts it stands. */
  at: number;
  parts: readonly Part[];
  chunks: ReadonlySet<string>;
}

/** What a file of code consists of. */
export interface Shape {
  parts: readonly Part[];
  /** The ids of chunks of webpack or Rspack that it loads, but for those in entries. They are in its text as well. */
  chunks: ReadonlySet<string>;
  keyed: readonly KeyedParts[];
  /** Whether it may ask webpack for the hash of the build. */
  usesHash: boolean;
}

/** Whether a file has entries of other stories than those of a key. */
export const namesOthers = (
  { keyed }: { keyed: readonly Pick<KeyedParts, 'keys'>[] },
  key: string,
): boolean => keyed.some(({ keys }) => !keys.has(key));

/** Files that may refer to others. */
export const isCode = (path: string): boolean => /\.(?:html|m?js|css)$/.test(path);

const reference = /__vite__mapDeps\(\[([\d,]*)\]\)|\.(?:m?js|css)\b/;
const ofNames = /[\w.~@+-]/;
const restOfName = /[\w.~@+-]*/y;
const fileName = /^.+\.(?:m?js|css)\b/;

/**
 * What is read of a name in a text: letters of other alphabets, spaces and brackets before it are text, and are equal where
 * the texts are.
 */
export const endOfName = (name: string): string => name.split(/[^\w.~@+-]/).at(-1) ?? '';

/** What is around Vite's table of dependencies, in the three forms that it has had. */
const tables = [
  ['const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[', /\)\)\)=>i\.map\(i=>d\[i\]\);?/y],
  ['const __vite__fileDeps=[', /,__vite__mapDeps=i=>i\.map\(i=>__vite__fileDeps\[i\]\);?/y],
  [
    /function __vite__mapDeps\(indexes\) \{\s*if \(!__vite__mapDeps\.viteFileDeps\) \{\s*__vite__mapDeps\.viteFileDeps = \[/,
    /\s*\}\s*return indexes\.map\(\(i\) => __vite__mapDeps\.viteFileDeps\[i\]\)\s*\}/y,
  ],
] as const;

/**
 * Takes a file of code apart.
 * @param stories which of its entries belong to stories; the others see nothing of them
 */
export function readShape(source: string, stories: StoryEntries): Shape {
  const { text, table } = takeTable(orderDocgen(stories.tool === 'ladle' ? withoutAppId(source) : source));
  const named = table?.map((name) => readParts(`${name}\n`, null)) ?? null;
  const read = (some: string) => readParts(some, named);
  const parts: Part[] = [];
  const chunks = new Set<string>();
  const keyed: KeyedParts[] = [];
  let copied = 0;
  const readTo = (end?: number) => {
    const some = text.slice(copied, end);
    for (const part of read(some)) parts.push(part);
    if (parts.length > mostParts) throw new Error(`a file has more than ${mostParts} references`);
    for (const id of readChunkIds(some)) chunks.add(id);
  };
  for (const entry of findStoryEntries(text, stories)) {
    readTo(entry.start);
    keyed.push({
      ...{ keys: entry.keys, at: parts.length },
      ...{ parts: read(entry.text), chunks: readChunkIds(entry.text) },
    });
    copied = entry.end;
  }
  readTo();
  return { parts, chunks, keyed, usesHash: isChunk.test(text) && asksForHash(text) };
}

/** Ladle makes it of the folder that it builds in, and names its own settings by it in the storage of the page. */
const appId = /(?<![\w$])([\w$]{1,40})="[\da-f]{6}"(?=,[\w$]{1,40}=`ladle-settings-\$\{\1\}`,)/;

const withoutAppId = (text: string): string => text.replace(appId, '$1=""');

/** Takes Vite's table out of a text where it is used in no other way than by the calls that are read. */
function takeTable(text: string): { text: string; table: readonly string[] | null } {
  const unread = { text, table: null };
  const found = findTable(text);
  if (!found) return unread;
  const rest = `${text.slice(0, found.start)}${text.slice(found.end)}`;
  if (/__vite__(?:mapDeps(?!\(\[[\d,]*\]\))|fileDeps)|[\w.~@+-]__vite__mapDeps/.test(rest)) return unread;
  const names = listOfStrings(found.list);
  return names === null || hasStrayIndex(rest, names.length) ? unread : { text: rest, table: names };
}

function findTable(text: string): { start: number; end: number; list: string } | null {
  for (const [before, after] of tables) {
    const start = typeof before === 'string' ? text.indexOf(before) : text.search(before);
    if (start < 0) continue;
    const first = text.indexOf('[', start + (typeof before === 'string' ? before.length - 1 : 0));
    const last = text.indexOf(']', first);
    after.lastIndex = last + 1;
    return last >= 0 && after.test(text)
      ? { start, end: after.lastIndex, list: text.slice(first, last + 1) }
      : null;
  }
  return null;
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
    (indices === '' ? [] : indices.split(',')).some(
      (index) => !/^(?:0|[1-9]\d*)$/.test(index) || Number(index) >= length,
    ),
  );

/** Only what webpack or Rspack has compiled can ask it for anything. */
const isChunk = /\.push\(\[\[/;

/** Whether a text may ask webpack for the hash of the build: of a variable, not of a property such as in `this.s.h()`. */
export const asksForHash = (text: string): boolean => /(?<![\w$.])(?!this\.)[\w$]{1,40}\.h\(\)/.test(text);

/** A file with more parts is none that a bundler wrote. */
const mostParts = 1_000_000;

function readParts(text: string, table: readonly (readonly Part[])[] | null): Part[] {
  const parts: Part[] = [];
  const add = (part: Part) => {
    if ('text' in part && part.text === '') return;
    if (parts.length === mostParts) throw new Error(`a file has more than ${mostParts} references`);
    parts.push(part);
  };
  let copied = 0;
  const references = new RegExp(reference, 'g');
  for (let match = references.exec(text); match; match = references.exec(text)) {
    const [call, indices] = match;
    const found =
      indices === undefined ? findName(text, match.index, copied) : { start: match.index, name: call };
    if (!found || (indices !== undefined && table === null)) continue;
    const { start, name } = found;
    add({ text: text.slice(copied, start) });
    copied = start + name.length;
    references.lastIndex = copied;
    if (indices === undefined || table === null) add({ name });
    else {
      const files = indices.split(',').filter(Boolean);
      add({ text: `__vite__mapDeps([${files.length}:` });
      for (const index of files) for (const part of table[Number(index)] ?? []) add(part);
    }
  }
  add({ text: text.slice(copied) });
  return parts;
}

/** The name around its ending, as long as it gets. Each character is looked at only a few times, however long names are. */
function findName(text: string, ending: number, from: number): { start: number; name: string } | null {
  let start = ending;
  while (start > from && ofNames.test(text[start - 1] ?? '')) start -= 1;
  restOfName.lastIndex = ending;
  const end = restOfName.test(text) ? restOfName.lastIndex : ending;
  const name = fileName.exec(text.slice(start, end))?.[0];
  return name === undefined ? null : { start, name };
}
