import { readFileSync } from 'node:fs';

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

/** Folders of everything that is installed with a workspace, optional packages included; without the workspace. */
export function listProductionDependencies(workspace) {
  const seen = new Set([workspace]);
  for (const folder of seen) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = findDependency(folder, name);
      if (found) seen.add(found);
    }
  }
  seen.delete(workspace);
  return [...seen];
}

/** The name of the package in a folder of the lock file, which an alias may hide. */
export function nameOf(folder) {
  return packages[folder].name ?? folder.replace(/^.*node_modules\//, '');
}
