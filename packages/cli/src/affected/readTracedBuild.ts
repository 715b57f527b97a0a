import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileKind } from './fileKind.js';
import { findReferences } from './findReferences.js';
import { portablePath } from './portablePath.js';
import { type Importers, readModuleGraph, type Stats } from './readModuleGraph.js';
import { resolveReference } from './resolveReference.js';
import type { TracedBuild } from './traceStories.js';

interface IndexEntry {
  type?: string;
  importPath?: string;
  parameters?: { fileName?: string };
}

interface StoryIndex {
  entries?: Record<string, IndexEntry>;
  stories?: Record<string, IndexEntry>;
}

export const statsFile = 'preview-stats.json';

const readJson = async <Shape>(path: string): Promise<Shape | null> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  try {
    return text === null ? null : (JSON.parse(text) as Shape);
  } catch {
    return null;
  }
};

async function readSources(importers: Importers): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const file of importers.keys()) {
    if (file.includes('/node_modules/') || fileKind(file) === 'asset' || !existsSync(file)) continue;
    sources.set(file, await readFile(file, 'utf8'));
  }
  return sources;
}

/** Adds what stats files leave out; answers with the first reference that leads nowhere. */
function addReferences(
  importers: Importers,
  sources: TracedBuild['sources'],
  show: TracedBuild['show'],
): string | null {
  let unclear: string | null = null;
  for (const [file, text] of sources) {
    const references = findReferences(file, text);
    if (references.unclear) unclear ??= `"${references.unclear}" in ${show(file)}`;
    for (const specifier of references.specifiers) {
      const files = resolveReference(file, specifier);
      if (files === null) unclear ??= `"${specifier}" in ${show(file)}`;
      for (const used of files ?? []) {
        const users = importers.get(used) ?? new Set();
        importers.set(used, users.add(file));
      }
    }
  }
  return unclear;
}

/** Storybook's default, or what a script of `package.json` gives. */
async function findConfigFolder(root: string): Promise<string> {
  if (existsSync(join(root, '.storybook'))) return '.storybook';
  const { scripts = {} } =
    (await readJson<{ scripts?: Record<string, string> }>(join(root, 'package.json'))) ?? {};
  for (const script of Object.values(scripts)) {
    const [, folder] = /\b(?:storybook|sb)\b.*\s(?:-c|--config-dir)[\s=]+["']?([^\s"']+)/.exec(script) ?? [];
    if (folder && existsSync(join(root, folder))) return folder;
  }
  return '.storybook';
}

/**
 * Which files the stories of a Storybook build are made of.
 * @param directory of the build
 * @param project the folder in which it was built
 * @returns why that cannot be told, otherwise
 */
export async function readTracedBuild(
  directory: string,
  project: string,
): Promise<TracedBuild | { unknown: string }> {
  const stats = await readJson<Stats>(join(directory, statsFile));
  if (!stats?.modules)
    return {
      unknown: `the build has no ${statsFile}; make it with \`storybook build --stats-json\` (Storybook 7: --webpack-stats-json)`,
    };
  const index =
    (await readJson<StoryIndex>(join(directory, 'index.json'))) ??
    (await readJson<StoryIndex>(join(directory, 'stories.json')));
  const root = realpathSync(project);
  const pathOf = (name: string) => portablePath(join(root, name));
  const show = (path: string) => portablePath(relative(root, path)) || path;
  const storyFiles = new Map<string, string>();
  const docsFiles = new Set<string>();
  for (const [id, entry] of Object.entries(index?.entries ?? index?.stories ?? {})) {
    const name = entry.importPath ?? entry.parameters?.fileName;
    if (name === undefined) return { unknown: `the index of the build does not say where ${id} is from` };
    const file = pathOf(name);
    if (!existsSync(file))
      return {
        unknown: `${name}, which the build was made of, is not in ${project}: run svc where you build`,
      };
    if (entry.type === 'docs') docsFiles.add(file);
    else storyFiles.set(id, file);
  }
  const importers = readModuleGraph(stats, pathOf);
  const sources = await readSources(importers);
  const unclear = addReferences(importers, sources, show);
  const about = await readJson<{ hasStaticDirs?: boolean }>(join(directory, 'project.json'));
  return {
    importers,
    storyFiles,
    docsFiles,
    configFolder: pathOf(await findConfigFolder(root)),
    sources,
    hasStaticFiles: about?.hasStaticDirs ?? true,
    unclear,
    show,
  };
}
