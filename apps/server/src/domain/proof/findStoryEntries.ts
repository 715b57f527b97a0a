/** What the index of a build says of its stories. */
export interface StoryEntries {
  tool: 'storybook' | 'ladle';
  /** Storybook: the paths of story files, as its index has them. Ladle: the ids of stories. */
  keys: ReadonlySet<string>;
  /** Keys by what they end with, with and without their extension: maps of webpack have paths in the folder of the stories. */
  endings: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An entry in a text, with the comma after it. */
export interface FoundEntry {
  start: number;
  end: number;
  keys: ReadonlySet<string>;
  /** Without the comma. */
  text: string;
}

/** `"./Button.stories.tsx":()=>preload(()=>import("./Button.stories-a1b2c3d4.js"),…)` */
const importer =
  /"(\.{1,2}\/[^"\\\n]+)":(?:async ?)?\(\)=>(?:[\w$]+\(\(\)=>import\([`"'][^`"'\\\n]+[`"']\),(?:__vite__mapDeps\(\[[\d,]*\]\)|\[[^\]()]*\])(?:,import\.meta\.url)?\)|import\([`"'][^`"'\\\n]+[`"']\))(?:,|(?=\}))/g;

const chunkId = '(?:\\d+(?:e\\d+)?|"[^"\\\\\\n]*")';
const chunkIds = `${chunkId}(?:,${chunkId})*`;

/** `"./Button.stories.tsx":["./src/Button.stories.tsx",[12,34]]` of a map by webpack or Rspack, whose ids may be numbers */
const contextEntry = new RegExp(
  `"\\.{1,2}/([^"\\\\\\n]+)":\\[(?:"([^"\\\\\\n]*)"|\\d+),(?:\\[(?:${chunkIds})?\\]|${chunkIds})\\](?:,|(?=\\}))`,
  'g',
);

/** `x=React.lazy(()=>preload(()=>import("./Button.stories-a1b2c3d4.js"),…).then(m=>({default:pick(m,"Primary")})))` */
const lazyStory =
  /(?<=[ ,])([\w$]+)=[\w$]+\.lazy\(\(\)=>[\w$]+\(\(\)=>import\([`"'][^`"'\\\n]+[`"']\),(?:__vite__mapDeps\(\[[\d,]*\]\)|\[[^\]()]*\])(?:,import\.meta\.url)?\)\.then\([\w$]+=>\(\{default:[\w$]+\([\w$]+,"[^"\\]*"\)\}\)\)\)(?:,|(?=;))/g;

/** An object of literals, with others in it to the given depth. */
const objectOf = (depth: number): string =>
  `\\{(?:[^{}"'\`()]|"(?:[^"\\\\]|\\\\.)*"${depth > 0 ? `|${objectOf(depth - 1)}` : ''})*\\}`;

/** `"button--primary":{component:x,locStart:8,locEnd:9,entry:"src/Button.stories.tsx"}` */
const ladleStory = new RegExp(
  `"([^"\\\\\\n]+)":\\{component:[\\w$]+,locStart:\\d+,locEnd:\\d+,entry:"[^"\\\\\\n]*"(?:,meta:${objectOf(4)})?\\}(?:,|(?=\\}))`,
  'g',
);

/** `"button--primary":sources["332fec89"]`, of the panel that shows sources. */
const ladleSource = /"([^"\\\n]+)":[\w$]+(?:\["(\w+)"\]|\.(\w+))(?:,|(?=\}))/g;

/** `"332fec89":"import%20…"`: the source itself. */
const sourceText = /(?<=[{,])"?(\w+)"?:"[^"\\]*"(?:,|(?=\}))/g;

/** The entries of stories in a text, in their order. What is not in exactly a known form is none. */
export function findStoryEntries(text: string, { tool, keys, endings }: StoryEntries): FoundEntry[] {
  if (tool === 'storybook') {
    const importers = find(text, importer, ([, path = '']) => (keys.has(path) ? new Set([path]) : null));
    // Both at once are none that a bundler writes.
    return importers.length > 0
      ? importers
      : find(text, contextEntry, ([, path = '', module]) =>
          module !== undefined && keys.has(module) ? new Set([module]) : (endings.get(path) ?? null),
        );
  }
  const ids = ([, id = '']: RegExpExecArray) => (keys.has(id) ? new Set([id]) : null);
  const stories = find(text, ladleStory, ids);
  if (stories.length === 0) return [];
  const components = usersOf(stories, /:\{component:([\w$]+)/);
  const lazy = find(text, lazyStory, ([, name = '']) => components.get(name) ?? null);
  const sources = find(text, ladleSource, ids);
  const hashes = usersOf(sources, /(?<!\w)(\w+)(?:"\])?$/);
  const texts = find(text, sourceText, ([, hash = '']) => hashes.get(hash) ?? null);
  return [...stories, ...lazy, ...sources, ...texts].sort((a, b) => a.start - b.start);
}

/** Deeper paths are not found by what they end with. */
const deepest = 24;

/** The keys by the last parts of their paths. */
export function endingsOf(keys: Iterable<string>): Map<string, Set<string>> {
  const endings = new Map<string, Set<string>>();
  const add = (ending: string, key: string) => {
    const known = endings.get(ending) ?? new Set();
    endings.set(ending, known.add(key));
  };
  for (const key of keys) {
    const segments = key.split('/');
    if (segments.length > deepest) continue;
    for (let from = 0; from < segments.length; from += 1) {
      const ending = segments.slice(from).join('/');
      add(ending, key);
      add(ending.replace(/\.\w+$/, ''), key);
    }
  }
  return endings;
}

/** Which stories name what. */
function usersOf(entries: readonly FoundEntry[], name: RegExp): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const { keys, text } of entries) {
    const named = name.exec(text)?.[1] ?? '';
    users.set(named, new Set([...(users.get(named) ?? []), ...keys]));
  }
  return users;
}

function find(
  text: string,
  form: RegExp,
  keysOf: (match: RegExpExecArray) => ReadonlySet<string> | null,
): FoundEntry[] {
  return [...text.matchAll(form)].flatMap((match) => {
    const keys = keysOf(match);
    const [whole] = match;
    if (keys === null) return [];
    const entry = whole.replace(/,$/, '').replace(/,locStart:\d+,locEnd:\d+/, '');
    return [{ start: match.index, end: match.index + whole.length, keys, text: entry }];
  });
}
