import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileKind } from './fileKind.js';
import { filesIn } from './findConfiguration.js';
import { portablePath } from './portablePath.js';
import { type Importers, readModuleGraph, type Stats } from './readModuleGraph.js';
import { addReferences } from './references/addReferences.js';
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

/** The folder whose `preview` the graph has, Storybook's default, or what a script of `package.json` gives. */
async function findConfigFolder(root: string, importers: Importers): Promise<string> {
  const standard = portablePath(join(root, '.storybook'));
  const users = [...importers].flatMap(([file, some]) => [file, ...some]);
  const previews = users.filter((file) => /\/preview\.[cm]?[jt]sx?$/.test(file));
  const folders = new Set(previews.map((file) => portablePath(dirname(file))).filter(hasMain));
  const [first, second] = folders;
  if (first !== undefined && second === undefined) return first;
  if (existsSync(standard)) return standard;
  const { scripts = {} } =
    (await readJson<{ scripts?: Record<string, string> }>(join(root, 'package.json'))) ?? {};
  for (const script of Object.values(scripts)) {
    const [, folder] = /\b(?:storybook|sb)\b.*\s(?:-c|--config-dir)[\s=]+["']?([^\s"']+)/.exec(script) ?? [];
    if (folder && existsSync(join(root, folder))) return portablePath(join(root, folder));
  }
  return standard;
}

const hasMain = (folder: string) => filesIn(folder, false).some((file) => /\/main\.[cm]?[jt]sx?$/.test(file));

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
  /** Of the file itself, as git has it, where the bundler keeps the names of links. */
  const pathOf = (name: string) => {
    const path = join(root, name);
    return portablePath(existsSync(path) ? realpathSync(path) : path);
  };
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
  const configFolder = await findConfigFolder(root, importers);
  const unclear = addReferences({ importers, sources, project: portablePath(root), configFolder, show });
  const about = await readJson<{ hasStaticDirs?: boolean }>(join(directory, 'project.json'));
  return {
    importers,
    storyFiles,
    docsFiles,
    configFolder,
    sources,
    hasStaticFiles: about?.hasStaticDirs ?? true,
    unclear,
    show,
  };
}
