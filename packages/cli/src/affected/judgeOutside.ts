import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { kindOfPackage } from '../locks/toolPackages.js';
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
  /** Files of the graph that the build itself reads as well, with the file of the configuration that names each. */
  configured: ReadonlyMap<string, string>;
  /** The files of the build, by their names without folders. */
  copies: ReadonlyMap<string, readonly string[]>;
  /** Whether a page can show the version in `package.json`. */
  showsVersion: boolean;
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
const otherLanguages = /\.(?:go|py|rb|rs|java|kt|swift|cs|php|sql|proto)$|\/Makefile$/i;
const settings = /(?:^|\/)\.[^/]+$|\.config\.[^/]+$|rc\.[^/]+$/;

/** @param path of a file that changed and is not in the graph; it may be gone */
export function judgeOutside(around: Surroundings, path: string, isTracked: boolean): Verdict {
  const { build, configuration } = around;
  if (around.isIgnored(path)) return 'none';
  if (configuration.has(path) || isServed(around, path)) return 'unknown';
  if (isOfOtherBundler(path) && !around.hasGenerated) return 'none';
  const isGone = !existsSync(path);
  if (cannotMatter(path.slice(around.root.length + 1))) {
    // Something makes code of others, such as a client of a `.proto`.
    if (around.hasGenerated && otherLanguages.test(path) && !isForeign(around, path)) return 'unknown';
    // A file that is gone may have been in the graph by a pattern, or been served to somebody who still asks for it.
    return isGone && (around.hasPatterns || isMentioned(build, path)) ? 'unknown' : 'none';
  }
  if (isConfig(build, path)) return 'unknown';
  if (isForeign(around, path)) return 'none';
  if (settings.test(path)) return 'unknown';
  if (!isTracked) return 'untracked';
  if (around.hasGenerated) return 'unknown';
  if (!isUnusedSource(around, path) || mayBeRead(around, path)) return 'unknown';
  if (!isGone) return 'none';
  return around.hasPatterns ? 'unknown' : { importers: namedBy(build, path) };
}

/** Whether the build serves the file as it is, as from a folder of static files. */
export function isServed({ build, root, directory, copies }: Surroundings, path: string): boolean {
  const parts = path.slice(root.length + 1).split('/');
  if (build.hasStaticFiles && parts.some((_, index) => existsSync(join(directory, ...parts.slice(index)))))
    return true;
  const others = copies.get(basename(path)) ?? [];
  // The path of a submodule or of a link may be that of a folder.
  if (others.length === 0 || !statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const bytes = readFileSync(path);
  return others.some((copy) => readFileSync(copy).equals(bytes));
}

const isMentioned = ({ sources }: TracedBuild, path: string): boolean =>
  [...sources.values()].some((text) => text.includes(basename(path)));

/** The nearest folder that has a `package.json`, or the `project.json` of Nx. */
export const packageOf = ({ root }: Pick<Surroundings, 'root'>, path: string): string =>
  foldersUpTo(portablePath(dirname(path)), root).find((folder) =>
    ['package.json', 'project.json'].some((name) => existsSync(join(folder, name))),
  ) ?? root;

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

/** Whether code may take part without being a module: in the place of another, in a list of classes, as a worker. */
const mayBeRead = ({ build, configuration }: Surroundings, path: string): boolean =>
  /safelist/i.test(basename(path)) ||
  (path.includes('/__mocks__/') && [...configuration.values()].some((text) => text.includes('sb.mock'))) ||
  build.unclear?.startsWith('"import.meta.url"') === true;

/** Whether a file is of a package that has no part in the build, neither as a module nor as a tool. */
export function isForeign(around: Surroundings, path: string): boolean {
  const { build, root, project } = around;
  const home = packageOf(around, path);
  if (home === root || isWithin(project, home)) return false;
  // A preprocessor may find it in a folder that is not known.
  if (fileKind(path) === 'style' && build.unclear !== null) return false;
  if ([...build.importers.keys()].some((file) => isWithin(file, home))) return false;
  const known = around.foreign.get(home);
  if (known !== undefined) return known;
  const isUsed = isNamed(around, home);
  around.foreign.set(home, !isUsed);
  return !isUsed;
}

/** Whether something of the build names a package, by its name or its folder. */
function isNamed({ build, root, configuration, manifests }: Surroundings, home: string): boolean {
  const { name } = readManifest(home);
  const isLinter = name !== undefined && kindOfPackage(name) === 'harmless';
  const words = [home.slice(root.length + 1), ...(name === undefined ? [] : [name])];
  const says = (text: string, folder: string) =>
    [...words, portablePath(relative(folder, home))].some((word) => /\w/.test(word) && names(text, word));
  return (
    [...configuration].some(([file, text]) => says(ofSettings(file, text), dirname(file))) ||
    [...build.sources].some(([file, text]) => says(text, dirname(file))) ||
    (!isLinter && [...manifests].some(([folder, text]) => says(text, folder)))
  );
}

/** The paths of a `tsconfig.json` are aliases: what a build has of these folders is in its graph. */
const ofSettings = (file: string, text: string): string =>
  /\/tsconfig[^/]*\.json$/.test(file)
    ? (/"extends"\s*:\s*(?:\[[^\]]*\]|"[^"]*")/.exec(text)?.[0] ?? '')
    : text;

export const isWithin = (path: string, folder: string) => `${path}/`.startsWith(`${folder}/`);

const names = (text: string, word: string) => ['"', "'", '`', '/'].some((end) => text.includes(word + end));

/** The files of the graph that may have meant a file that is gone, and now mean another one. */
function namedBy({ sources }: TracedBuild, path: string): string[] {
  // Without what a platform or a tool adds: `Button.web.tsx`, `Button.module.css`.
  const base = basename(path).replace(/^_/, '').replace(/\..*$/, '');
  const isIndex = base === 'index';
  const word = isIndex ? basename(dirname(path)) : base;
  const words = [word, word.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()];
  const mayMean = (text: string) =>
    words.some((one) => text.includes(one)) || (isIndex && /["'](?:\.\.?\/?)+["']/.test(text));
  return [...sources].filter(([, text]) => mayMean(text)).map(([file]) => file);
}
