import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { git } from '../git.js';
import { allOfName, compareDependency } from '../locks/compareLocks.js';
import { dependenciesOf, type Lock } from '../locks/Lock.js';
import { patchLock } from '../locks/patchLock.js';
import { lockNames, readLock } from '../locks/readLock.js';
import { kindOfPackage } from '../locks/toolPackages.js';
import { compareManifests, compareSettings } from './compareManifests.js';
import { filesIn, foldersUpTo } from './findConfiguration.js';
import { findMentions } from './findMentions.js';
import { isForeign, isWithin, type Surroundings } from './judgeOutside.js';
import { portablePath } from './portablePath.js';
import { parseManifest } from './readManifests.js';
import type { Change } from './traceStories.js';

const isSettings = (path: string) => /\/(?:pnpm-workspace\.yaml|\.yarnrc\.yml)$/.test(path);

/** What Yarn keeps beside its lock file, and makes of it. */
const isOfYarn = (path: string) =>
  /\/(?:\.yarn\/(?:cache|releases|sdks|versions)\/|\.pnp\.[^/]+$)/.test(path);

/** Whether a file says which packages are installed: a lock file, a `package.json`, or a patch of a package. */
export const isOfPackages = (path: string): boolean =>
  lockNames.has(basename(path)) ||
  basename(path) === 'package.json' ||
  isSettings(path) ||
  isOfYarn(path) ||
  /\/\.?(?:yarn\/)?patches\/.*\.patch$/.test(path);

/** A `package.json` at the base commit and now; each is an empty object where there is none. */
interface Manifest {
  folder: string;
  base: unknown;
  head: unknown;
}

/**
 * Where changes of packages begin in the module graph: at the files that name a package which resolves to something
 * else, itself or anything that it depends on.
 * @param commit of the base
 * @param files that changed, of those that are of packages
 * @returns why that cannot be told, otherwise
 */
export async function tracePackages(
  around: Surroundings,
  commit: string,
  files: readonly string[],
): Promise<Change[] | { all: string }> {
  const { build, root, project } = around;
  const { show } = build;
  const home = foldersUpTo(project, root).find((folder) => locksIn(folder).length > 0);
  const [lockFile, second] = home === undefined ? [] : locksIn(home);
  const relevant = files.filter((path) => around.manifests.has(dirname(path)) || !isForeign(around, path));
  const strange = relevant.find((path) => lockNames.has(basename(path)) && path !== lockFile);
  if (strange) return { all: `${show(strange)} changed, and is not the lock file of the build` };
  if (relevant.length === 0) return [];
  if (lockFile === undefined || home === undefined)
    return { all: `${relevant.map(show).join(', ')} changed, and no lock file says what is installed` };
  if (second)
    return { all: `${show(lockFile)} and ${show(second)} may say different things of what is installed` };

  const folders = relevant.filter((path) => basename(path) === 'package.json').map((path) => dirname(path));
  const parts = [...around.manifests.keys()].filter((folder) => isWithin(folder, home));
  const all = [...new Set([...parts, ...folders])];
  const manifests = await Promise.all(all.map((folder) => readManifest(root, commit, folder)));
  const setting = await findSetting(around, commit, manifests, relevant.filter(isSettings));
  if (setting) return { all: setting };
  const beside = manifests.find(({ folder }) => folder === home);
  const head = tryLock(lockFile, readFileSync(lockFile, 'utf8'), beside?.head);
  if (typeof head === 'string') return { all: `${show(lockFile)} cannot be read: ${head}` };
  const before = await textAt(root, commit, lockFile);
  if (before === null) return { all: `${show(lockFile)} is new` };
  const base = tryLock(lockFile, before, beside?.base);
  if (typeof base === 'string')
    return { all: `${show(lockFile)} of commit ${commit.slice(0, 7)} cannot be read: ${base}` };
  const patches = relevant.filter((path) => path.endsWith('.patch'));
  const patched = patchLock(
    head,
    patches.map((path) => basename(path)),
  );
  if ('unknown' in patched)
    return { all: `${patched.unknown} changed, and it is not clear which package it patches` };

  const changed = findChangedPackages({ manifests, home, base, head: patched, own: around.packages });
  return placeChanges(around, changed, base, patched);
}

/** What of the fields and settings that lock files do not have changed, as a person reads it; null when nothing did. */
async function findSetting(
  { build, root, showsVersion }: Surroundings,
  commit: string,
  manifests: readonly Manifest[],
  settings: readonly string[],
): Promise<string | null> {
  for (const { folder, base, head } of manifests) {
    const field = compareManifests(base, head, showsVersion);
    if (field) return `${field} of ${build.show(join(folder, 'package.json'))} changed`;
  }
  for (const file of settings) {
    const now = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const setting = compareSettings(parseYaml((await textAt(root, commit, file)) ?? ''), parseYaml(now));
    if (setting) return `${setting} of ${build.show(file)} changed`;
  }
  return null;
}

function parseYaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return { [text]: 'cannot be read' };
  }
}

const locksIn = (folder: string): string[] =>
  [...lockNames].map((name) => portablePath(join(folder, name))).filter((path) => existsSync(path));

const textAt = (root: string, commit: string, path: string) =>
  git(root, 'show', `${commit}:${path.slice(root.length + 1)}`);

async function readManifest(root: string, commit: string, folder: string): Promise<Manifest> {
  const file = join(folder, 'package.json');
  const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const parse = (text: string | null): unknown => {
    try {
      return parseManifest(text ?? '{}');
    } catch {
      return {};
    }
  };
  return { folder, base: parse(await textAt(root, commit, portablePath(file))), head: parse(now) };
}

function tryLock(file: string, text: string, manifest: unknown): Lock | string {
  try {
    return readLock(basename(file), text, manifest);
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

interface Comparison {
  manifests: Manifest[];
  /** The folder of the lock file. */
  home: string;
  base: Lock;
  head: Lock;
  own: ReadonlySet<string>;
}

/** The dependencies that resolve to something else, with what changed. */
function findChangedPackages({ manifests, home, base, head, own }: Comparison): Map<string, string | null> {
  const changed = new Map<string, string | null>();
  for (const manifest of manifests) {
    const folder = manifest.folder.slice(home.length + 1);
    const [old, now] = [new Map(dependenciesOf(manifest.base)), new Map(dependenciesOf(manifest.head))];
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const [was, is] = [old.get(name), now.get(name)];
      const before = was === undefined ? [] : base.find(folder, name, was);
      const after = is === undefined ? [] : head.find(folder, name, is);
      // Links to folders are in no lock file.
      const isUnlocked =
        (before.length === 0 && after.length === 0 && was !== is && !own.has(name)) ||
        (was !== is && was && is && (before.length === 0) !== (after.length === 0));
      const what = isUnlocked
        ? `"${name}" changed from ${was ?? 'none'} to ${is ?? 'none'}`
        : compareDependency(name, { lock: base, keys: before }, { lock: head, keys: after });
      changed.set(name, changed.get(name) ?? what);
    }
  }
  return changed;
}

const isTsconfig = (file: string) => /^tsconfig[^/]*\.json$/.test(basename(file));

/** What each `tsconfig.json` has compilers import into all files with JSX: no source names it. */
function findSourcesOfJsx(folders: readonly string[], configuration: ReadonlyMap<string, string>) {
  const files = [...configuration.keys(), ...folders.flatMap((folder) => filesIn(folder, false))];
  const texts = [...new Set(files.filter(isTsconfig))].map((file): [string, string] => [
    file,
    configuration.get(file) ?? readFileSync(file, 'utf8'),
  ]);
  return new Map(
    texts.map(([file, text]) => [file, /"jsxImportSource"\s*:\s*("[^"]*")/.exec(text)?.[1] ?? '']),
  );
}

/** @param changed what changed in each dependency; null for those in which nothing did */
function placeChanges(
  { build, configuration, manifests, otherBundlers }: Surroundings,
  changed: ReadonlyMap<string, string | null>,
  base: Lock,
  head: Lock,
): Change[] | { all: string } {
  const mentions = findMentions(build.sources);
  const configured = new Map([
    ...findMentions(
      new Map([...configuration].filter(([file]) => !isTsconfig(file) && basename(file) !== 'package.json')),
    ),
    ...findMentions(findSourcesOfJsx([...manifests.keys()], configuration)),
  ]);
  const elsewhere = findMentions(otherBundlers);
  const changes: Change[] = [];
  for (const [name, what] of changed) {
    if (what === null) continue;
    const kind = kindOfPackage(name);
    if (kind === 'tool') return { all: `${what}, which takes part in every build` };
    const [reader] = configured.get(name) ?? [];
    if (reader) return { all: `${what}, which ${build.show(reader)} names` };
    const users = usersOf(name);
    if (users.length === 0 && kind === 'other' && !elsewhere.has(name))
      return { all: `${what}, and nothing shows what uses it` };
    changes.push(...users.map((path) => ({ path, what })));
  }
  // What is imported without being declared, since something else depends on it.
  const locked = new Set([...base.packages.values(), ...head.packages.values()].map(({ name }) => name));
  for (const name of mentions.keys()) {
    if (changed.has(name) || !locked.has(name)) continue;
    const [before, after] = [allOfName(base, name), allOfName(head, name)];
    const what = compareDependency(name, { lock: base, keys: before }, { lock: head, keys: after });
    if (what) changes.push(...usersOf(name).map((path) => ({ path, what })));
  }
  return changes;

  function usersOf(name: string): string[] {
    const modules = [...build.importers.keys()].filter((node) => node.includes(`/node_modules/${name}/`));
    return [...modules, ...(mentions.get(name) ?? [])];
  }
}
