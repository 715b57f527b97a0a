import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { CliError } from '../CliError.js';
import { filesIn, findConfiguration, foldersUpTo } from './findConfiguration.js';
import { isWithin, packageOf, type Surroundings } from './judgeOutside.js';
import { findOtherBundlers } from './otherBundlers.js';
import { portablePath } from './portablePath.js';
import { listPackages, parseManifest, readManifests } from './readManifests.js';
import { findConfigured } from './references/findConfigured.js';
import { hasIgnored } from './repository/hasIgnored.js';
import type { TracedBuild } from './traceStories.js';

const patternImports =
  /\bimport\.meta\.(?:glob|webpackContext)|\brequire\.context\b|\b(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)?(?:`|["'][^"'\n]*["']\s*\+)/s;

/**
 * @param root of the repository
 * @param directory of the build
 * @throws CliError when a `package.json` is not JSON, or its `svc.onlyChanged.ignore` is not a list of globs
 */
export async function readSurroundings(
  build: TracedBuild,
  root: string,
  project: string,
  directory: string,
): Promise<Surroundings> {
  const folder = portablePath(realpathSync(project));
  const isTraced = (file: string) => build.importers.has(file);
  const packages = await listPackages(root);
  const hasGenerated = await hasIgnored(root, [...build.sources.keys()]);
  const otherBundlers = hasGenerated ? new Map<string, string>() : findOtherBundlers(folder, root);
  const ignores = [...new Set([root, folder])].map(readIgnored);
  const { configFolder, importers } = build;
  const configuration = findConfiguration(folder, root, configFolder, isTraced, (file) =>
    otherBundlers.has(file),
  );
  return {
    ...{ build, root, project: folder, directory, configuration, hasGenerated, otherBundlers },
    configured: findConfigured({ configuration, configFolder, project: folder, importers }),
    copies: listCopies(directory),
    showsVersion: showsVersion(configuration, foldersUpTo(folder, root)),
    hasPatterns: [...build.sources.values()].some((text) => patternImports.test(text)),
    packages: new Set(packages.keys()),
    manifests: readManifests(foldersOfPackages(build, root, folder), packages),
    foreign: new Map(),
    isIgnored: (path) => ignores.some((matches) => matches(path)),
  };
}

/** The folders of the packages that a build has code of, and those around the folder it is made in. */
function foldersOfPackages(build: TracedBuild, root: string, project: string): string[] {
  const places = new Set([...build.sources.keys()].map((file) => portablePath(dirname(file))));
  const homes = [...places]
    .filter((place) => isWithin(place, root))
    .map((place) => packageOf({ root }, `${place}/x`));
  return [...new Set([...foldersUpTo(project, root), ...homes])];
}

/** Files of the build by the name that they have there. Bundlers put hashes into names, but copy static files as they are. */
function listCopies(directory: string): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const file of filesIn(directory, true)) {
    const name = basename(file);
    copies.set(name, [...(copies.get(name) ?? []), file]);
  }
  return copies;
}

/** Whether the settings of the build, or the variables that it reads, use the version in `package.json`. */
function showsVersion(configuration: ReadonlyMap<string, string>, folders: readonly string[]): boolean {
  const variables = folders
    .flatMap((folder) => filesIn(folder, false))
    .filter((file) => /\/\.env(?:\.[\w.-]+)?$/.test(file));
  const settings = [...configuration].filter(([file]) => !file.endsWith('.json'));
  const texts = [...settings.map(([, text]) => text), ...variables.map((file) => readFileSync(file, 'utf8'))];
  return texts.some(
    (text) =>
      text.includes('npm_package_version') || (/\bpackage\.json\b/.test(text) && /\bversion\b/.test(text)),
  );
}

function parseOrRefuse(file: string) {
  try {
    return parseManifest(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('CONFIG_INVALID', `${file} is not valid JSON: ${reason}`);
  }
}

/** Globs of `svc.onlyChanged.ignore` in the `package.json` of a folder, each below that folder. */
function readIgnored(folder: string): (path: string) => boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return () => false;
  const globs: unknown = parseOrRefuse(file)?.svc?.onlyChanged?.ignore ?? [];
  if (!Array.isArray(globs) || globs.some((glob) => typeof glob !== 'string')) {
    throw new CliError(
      'CONFIG_INVALID',
      `svc.onlyChanged.ignore in ${file} is not a list of globs, such as ["docs/**", "*.yml"]`,
    );
  }
  const matches = picomatch(globs, { dot: true });
  return (path) => path.startsWith(`${folder}/`) && matches(path.slice(folder.length + 1));
}
