import { readdirSync, readFileSync } from 'node:fs';

/** The entries of the lock file, by folder. Workspaces have two: their folder, and a link in node_modules. */
export const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
);

/** The folder in which a package finds a dependency: the nearest node_modules upwards; null where there is none. */
export function findDependency(from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const found = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[found]) return packages[found].link ? packages[found].resolved : found;
    if (folder === '') return null;
  }
}

/**
 * Folders of everything that is installed with a workspace, optional packages included; without the workspace, and without
 * its own peers, which a project has before.
 */
export function listProductionDependencies(workspace) {
  const seen = new Set([workspace]);
  for (const folder of seen) {
    const { dependencies, optionalDependencies } = packages[folder];
    for (const name of [
      ...Object.keys({ ...dependencies, ...optionalDependencies }),
      ...(folder === workspace ? [] : requiredPeers(packages[folder])),
    ]) {
      const found = findDependency(folder, name);
      if (found) seen.add(found);
    }
  }
  seen.delete(workspace);
  return [...seen];
}

/** Names of the peers that a package does not work without. */
export function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
}

/** The name of the package in a folder of the lock file, which an alias may hide. */
export function nameOf(folder) {
  return packages[folder].name ?? folder.replace(/^.*node_modules\//, '');
}

/** Folders of the packages that a workspace imports but does not depend on: its build puts them into one file. */
export function listBundled(workspace) {
  const { devDependencies = {}, peerDependencies = {} } = packages[workspace];
  const source = readSources(new URL(`../../${workspace}/src/`, import.meta.url));
  const imported = Object.keys(devDependencies).filter(
    (name) => !(name in peerDependencies) && importsPackage(source, name),
  );
  const folders = imported.map((name) => findDependency(workspace, name));
  return [...new Set(folders.flatMap((folder) => [folder, ...listProductionDependencies(folder)]))];
}

function readSources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories|d)\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), folder), 'utf8'))
    .join('\n');
}

function importsPackage(source, name) {
  return [`'${name}'`, `'${name}/`].some((start) =>
    source.split('\n').some((line) => line.includes(`from ${start}`) && !line.startsWith('import type')),
  );
}
