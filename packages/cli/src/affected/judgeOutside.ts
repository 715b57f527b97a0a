import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { cannotMatter } from './cannotMatter.js';
import { fileKind, hasStyleBlocks } from './fileKind.js';
import { foldersUpTo } from './findConfiguration.js';
import { isOfOtherBundler } from './otherBundlers.js';
import { portablePath } from './portablePath.js';
import { readManifest } from './readManifests.js';
import { isConfig, type TracedBuild } from './traceStories.js';

/** What lies around a module graph: all of it is read from the working tree. */
export interface Surroundings {
  build: TracedBuild;
  /** Of the repository. */
  root: string;
  project: string;
  /** Of the build. */
  directory: string;
  /** Files that configure the build and those that they read, with what is in them. */
  configuration: ReadonlyMap<string, string>;
  /** Files that configure other bundlers, with what is in them; none where a build may have read what these make. */
  otherBundlers: ReadonlyMap<string, string>;
  /** Whether the graph has files that git ignores: something that is not known makes them of others. */
  hasGenerated: boolean;
  /** Whether sources import by patterns, so that a file may come or go without a change of who uses it. */
  hasPatterns: boolean;
  /** Names of the packages that the repository has. */
  packages: ReadonlySet<string>;
  /**
   * What is in `package.json` of the folders around the build, of the packages that it has code of, and of the packages
   * of the repository that these depend on. By folder.
   */
  manifests: ReadonlyMap<string, string>;
  /** Whether folders of packages have no part in the build, as far as that was asked. */
  foreign: Map<string, boolean>;
  /** What the project adds to the files that cannot matter, by the path. */
  isIgnored: (path: string) => boolean;
}

/**
 * Whether a file outside the graph can affect stories: not at all, those that these files are in, or nobody knows.
 * `untracked`: nobody knows, but it is not in git and nothing suggests that it can.
 */
export type Verdict = 'none' | 'untracked' | 'unknown' | { importers: string[] };

const code = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/i;
const settings = /(?:^|\/)\.[^/]+$|\.config\.[^/]+$|rc\.[^/]+$/;

/** @param path of a file that changed and is not in the graph; it may be gone */
export function judgeOutside(around: Surroundings, path: string, isTracked: boolean): Verdict {
  const { build, configuration } = around;
  if (around.isIgnored(path)) return 'none';
  if (configuration.has(path) || isServed(around, path)) return 'unknown';
  if (isOfOtherBundler(path) && !around.hasGenerated) return 'none';
  const isGone = !existsSync(path);
  if (cannotMatter(path.slice(around.root.length + 1))) {
    // A file that is gone may have been in the graph by a pattern; if by its name, who named it has changed as well.
    return isGone && around.hasPatterns ? 'unknown' : 'none';
  }
  if (isConfig(build, path)) return 'unknown';
  if (isForeign(around, path)) return 'none';
  if (settings.test(path)) return 'unknown';
  if (!isTracked) return 'untracked';
  if (around.hasGenerated) return 'unknown';
  if (!isUnusedSource(around, path)) return 'unknown';
  if (!isGone) return 'none';
  return around.hasPatterns ? 'unknown' : { importers: namedBy(build, path) };
}

/** Whether the build serves the file under a part of its path, as from a folder of static files. */
function isServed({ build, root, directory }: Surroundings, path: string): boolean {
  if (!build.hasStaticFiles) return false;
  const parts = path.slice(root.length + 1).split('/');
  return parts.some((_, index) => existsSync(join(directory, ...parts.slice(index))));
}

/** The nearest folder that has a `package.json`. */
export const packageOf = ({ root }: Pick<Surroundings, 'root'>, path: string): string =>
  foldersUpTo(portablePath(dirname(path)), root).find((folder) => existsSync(join(folder, 'package.json'))) ??
  root;

/** Whether all style sheets are CSS, whose imports are all followed: preprocessors have more ways to name a file. */
const hasPlainStyles = ({ sources, unclear }: TracedBuild) =>
  unclear === null &&
  [...sources.keys()].every(
    (file) => !hasStyleBlocks(file) && (fileKind(file) !== 'style' || file.endsWith('.css')),
  );

/** Whether a file is code beside code of the graph, which does not import it: then nothing does. */
function isUnusedSource(around: Surroundings, path: string): boolean {
  const { build } = around;
  if (!code.test(path) && !(path.endsWith('.css') && hasPlainStyles(build))) return false;
  const home = packageOf(around, path);
  const [top, ...below] = path.slice(home.length + 1).split('/');
  if (below.length === 0) return false;
  return [...build.sources.keys()].some((file) => file.startsWith(`${home}/${top}/`));
}

/** Whether a file is of a package that has no part in the build, neither as a module nor as a tool. */
export function isForeign(around: Surroundings, path: string): boolean {
  const { build, root, project, configuration } = around;
  const home = packageOf(around, path);
  if (home === root || isWithin(project, home)) return false;
  if ([...build.importers.keys()].some((file) => isWithin(file, home))) return false;
  const known = around.foreign.get(home);
  if (known !== undefined) return known;
  const { name } = readManifest(home);
  const words = [home.slice(root.length + 1), ...(name === undefined ? [] : [name])];
  const texts = [...configuration.values(), ...around.manifests.values(), ...build.sources.values()];
  const isNamed = texts.some((text) => words.some((word) => names(text, word)));
  around.foreign.set(home, !isNamed);
  return !isNamed;
}

export const isWithin = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);

const names = (text: string, word: string) => ['"', "'", '`', '/'].some((end) => text.includes(word + end));

/** The files of the graph that may have meant a file that is gone, and now mean another one. */
function namedBy({ sources }: TracedBuild, path: string): string[] {
  const base = basename(path, extname(path)).replace(/^_/, '');
  const isIndex = base === 'index';
  const word = isIndex ? basename(dirname(path)) : base;
  const mayMean = (text: string) => text.includes(word) || (isIndex && /["'](?:\.\.?\/?)+["']/.test(text));
  return [...sources].filter(([, text]) => mayMean(text)).map(([file]) => file);
}
