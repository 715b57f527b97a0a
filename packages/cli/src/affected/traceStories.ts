import { fileKind } from './fileKind.js';
import type { Importers } from './readModuleGraph.js';

/** Stories that a change can have changed, by id; or all of them, and why. */
export type Affected = { all: string } | { storyIds: Set<string> };

/** All paths are absolute, with `/`. */
export interface TracedBuild {
  importers: Importers;
  /** The file that each story is written in, by the story's id. */
  storyFiles: ReadonlyMap<string, string>;
  /** Files of documentation, which is not captured. */
  docsFiles: ReadonlySet<string>;
  /** The folder of `main` and `preview`. */
  configFolder: string;
  /** Whether the build also serves files under their own names, which anything may ask for. */
  hasStaticFiles: boolean;
  /** What in which file names another file that could not be found; null when all were. */
  unclear: string | null;
  /** How a path is shown to a person. */
  show: (path: string) => string;
}

const isPath = (node: string) => /^(?:\/(?!virtual:)|[a-z]:\/)/i.test(node) && !node.includes('\0');

/**
 * Follows changed files to the stories that import them, through whatever is between. Where the build does not tell who
 * uses a file, all stories are affected.
 */
export function traceStories(build: TracedBuild, changed: readonly string[]): Affected {
  const { importers, storyFiles, show } = build;
  if (storyFiles.size === 0) return { all: 'the index of the build names no files' };
  for (const file of storyFiles.values()) {
    if (!importers.has(file)) return { all: `the stats file of the build does not have ${show(file)}` };
  }
  const isStoryFile = new Set(storyFiles.values());
  const reached = new Set<string>();
  for (const file of changed) {
    const reason = whyAll(build, file);
    if (reason) return { all: reason };
    const end = follow(file);
    if (end) return { all: `${show(file)} is used by ${show(end)}, which all stories share` };
  }
  return {
    storyIds: new Set([...storyFiles].filter(([, file]) => reached.has(file)).map(([id]) => id)),
  };

  /** Marks what a file reaches; answers with what is reached and belongs to all stories. */
  function follow(start: string): string | null {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      const users = [...(importers.get(node) ?? [])];
      if (isStoryFile.has(node) || build.docsFiles.has(node)) {
        // The list of all stories imports each of them.
        open.push(...users.filter(isPath));
        continue;
      }
      if (!isPath(node) || isConfig(build, node) || users.length === 0) return node;
      open.push(...users);
    }
    return null;
  }
}

const isConfig = ({ configFolder }: TracedBuild, file: string) => file.startsWith(`${configFolder}/`);

function whyAll(build: TracedBuild, file: string): string | null {
  const { importers, hasStaticFiles, unclear, show } = build;
  if (isConfig(build, file)) return `${show(file)} configures all stories`;
  if (!importers.has(file)) return `the build does not tell what uses ${show(file)}`;
  const kind = fileKind(file);
  if (kind === 'asset' && hasStaticFiles) return `${show(file)} may be asked for by its address`;
  if (kind !== 'script' && unclear) return `${unclear} may name ${show(file)}`;
  return null;
}
