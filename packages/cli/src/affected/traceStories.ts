import { fileKind } from './fileKind.js';
import type { Importers } from './readModuleGraph.js';

/** Stories that changes can have changed, each by its id with what changed; or all of them, and why. */
export type Affected = { all: string } | { stories: Map<string, string> };

/** Where a change begins. */
export interface Change {
  /** A file that changed, or one that imports a package that did. */
  path: string;
  /** What changed, as a person reads it. */
  what: string;
  /** Whether the build also serves the file under its own name, for which anything may ask. */
  isServed?: boolean;
}

/** All paths are absolute, with `/`. */
export interface TracedBuild {
  importers: Importers;
  /** The file that each story is written in, by the story's id. */
  storyFiles: ReadonlyMap<string, string>;
  /** Files of documentation, which is not captured. */
  docsFiles: ReadonlySet<string>;
  /** The folder of `main` and `preview`. */
  configFolder: string;
  /** What is in the files of the graph that people wrote. */
  sources: ReadonlyMap<string, string>;
  /** Whether Storybook copied folders into the build. Bundlers may have done so in any case. */
  hasStaticFiles: boolean;
  /** What in which file names another file that could not be found; null when all were. */
  unclear: string | null;
  /** How a path is shown to a person. */
  show: (path: string) => string;
}

/** Whether a node is a file: others are made by the bundler. */
export const isPath = (node: string) => /^(?:\/(?!virtual:)|[a-z]:\/)/i.test(node) && !node.includes('\0');

/**
 * Follows changes to the stories that import what changed, through whatever is between. Where the build does not tell
 * who uses a file, all stories are affected.
 */
export function traceStories(build: TracedBuild, changes: readonly Change[]): Affected {
  const { importers, storyFiles, show } = build;
  const problem = whyUntraceable(build);
  if (problem) return { all: problem };
  const isStoryFile = new Set(storyFiles.values());
  const reached = new Map<string, string>();
  for (const change of changes) {
    const reason = whyAll(build, change);
    if (reason) return { all: reason };
    const end = follow(change);
    if (end) return { all: `${change.what}; it is used by ${show(end)}, which all stories share` };
  }
  const stories = new Map<string, string>();
  for (const [id, file] of storyFiles) {
    const what = reached.get(file);
    if (what !== undefined) stories.set(id, what);
  }
  return { stories };

  /** Marks what a change reaches; answers with what is reached and belongs to all stories. */
  function follow({ path, what }: Change): string | null {
    const open = [path];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (reached.has(node)) continue;
      reached.set(node, what);
      const users = [...(importers.get(node) ?? [])];
      if (isStoryFile.has(node) || build.docsFiles.has(node)) {
        // The list of all stories imports each of them.
        open.push(...users.filter((user) => isPath(user) && !isStoryList(build, user)));
        continue;
      }
      if (!isPath(node) || isConfig(build, node) || users.length === 0) return node;
      open.push(...users);
    }
    return null;
  }
}

/**
 * Whether a node is the list of all stories as webpack has it: a pattern (`./src/ lazy ^\.\/.*$ include: …`) which no file
 * of the project imports.
 */
function isStoryList({ importers, sources }: TracedBuild, node: string): boolean {
  const users = [...(importers.get(node) ?? [])];
  return (
    /\s(?:lazy|lazy-once|eager|sync)\s/.test(node) &&
    users.length > 0 &&
    !users.some((user) => sources.has(user))
  );
}

/** Why nothing of the build can be traced; null when it can. */
function whyUntraceable({ importers, storyFiles, show }: TracedBuild): string | null {
  if (storyFiles.size === 0) return 'the index of the build names no files';
  for (const file of storyFiles.values()) {
    if (!importers.has(file)) return `the stats file of the build does not have ${show(file)}`;
  }
  return null;
}

export const isConfig = ({ configFolder }: TracedBuild, file: string): boolean =>
  file.startsWith(`${configFolder}/`);

function whyAll(build: TracedBuild, { path, what, isServed }: Change): string | null {
  const { importers, unclear, show } = build;
  if (isConfig(build, path)) return `${what}, which configures all stories`;
  if (!importers.has(path)) return `${what}, and the build does not tell what uses it`;
  if (isServed) return `${what}, which may be requested by its address`;
  if (fileKind(path) !== 'script' && unclear) return `${unclear} may name ${show(path)}`;
  return null;
}
