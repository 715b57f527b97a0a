import { basename } from 'node:path/posix';
import type { Build } from './Build.js';
import { isCode, readShape, type Shape } from './readShape.js';
import { readStoryIndex, type StoryIndex } from './readStoryIndex.js';

/** How the files of a build refer to each other. */
export interface SiteGraph {
  build: Build;
  /** The file that answers a path of an address, as the service serves sites; null for none. */
  served(path: string): string | null;
  /** The file of code that has this name; null where there is none, or several. */
  named(name: string): string | null;
  shape(path: string): Promise<Shape>;
  mentions(path: string, name: string): Promise<boolean>;
  index(): Promise<StoryIndex>;
}

/** Where a Storybook lists its stories. The preview reads of it what is said of the story that it shows. */
export const indexPaths: readonly string[] = ['index.json', 'stories.json'];

export function createSiteGraph(build: Build): SiteGraph {
  const names = new Map<string, string | null>();
  for (const path of build.files.keys()) {
    if (isCode(path)) names.set(basename(path), names.has(basename(path)) ? null : path);
  }
  const texts = remember((path) => build.read(path));
  const index = remember(() => readStoryIndex(build));
  const shapes = remember(async (path) => readShape(await texts(path), (await index('')).entries));
  const mentioned = remember(async (pair) => {
    const [path = '', name = ''] = pair.split('\n');
    return (await texts(path)).includes(name);
  });
  return {
    build,
    served: (path) => {
      if (path === '' || path.endsWith('/')) return existing(build, `${path}index.html`);
      return existing(build, path) ?? existing(build, `${path}/index.html`);
    },
    named: (name) => names.get(name) ?? null,
    shape: shapes,
    mentions: async (path, name) =>
      (await mentioned(`${path}\n${name}`)) || (await mentioned(`${path}\n${encodeURIComponent(name)}`)),
    index: () => index(''),
  };
}

const existing = ({ files }: Build, path: string): string | null => (files.has(path) ? path : null);

function remember<T>(compute: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const computed = known.get(key) ?? compute(key);
    known.set(key, computed);
    return computed;
  };
}
