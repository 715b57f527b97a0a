import { dependenciesOf, type Lock, type LockedPackage, objectOf, ownIdentity } from './Lock.js';

type Entries = Record<string, Record<string, unknown>>;

/** Version 1 nests what versions 2 and 3 list by path. */
function flatten(dependencies: unknown, parent: string, entries: Entries): Entries {
  for (const [name, entry] of Object.entries(objectOf(dependencies))) {
    const { requires, dependencies: nested, ...fields } = objectOf(entry);
    const path = `${parent}node_modules/${name}`;
    entries[path] = { ...fields, dependencies: requires };
    flatten(nested, `${path}/`, entries);
  }
  return entries;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `package-lock.json` and `npm-shrinkwrap.json` of versions 1 to 3. */
export function readNpmLock(text: string): Lock {
  const document = JSON.parse(text) as { packages?: Entries; dependencies?: unknown };
  if (!document.packages && !document.dependencies) throw new Error('it lists no packages');
  const entries = document.packages ?? flatten(document.dependencies, '', {});
  /** As Node finds a package: in the nearest `node_modules` above. */
  const resolve = (from: string, name: string): string[] => {
    for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
      const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      const entry = folder.endsWith('node_modules') ? undefined : entries[path];
      if (entry) return [entry.link === true ? String(entry.resolved) : path];
      if (folder === '') return [];
    }
  };
  const packages = new Map<string, LockedPackage>();
  for (const [path, entry] of Object.entries(entries)) {
    if (path === '' || entry.link === true) continue;
    const isOwn = !path.includes('node_modules/');
    const { version = '', resolved, integrity } = entry;
    packages.set(path, {
      name: isOwn ? String(entry.name ?? path) : nameOf(path),
      version: String(version),
      identity: isOwn ? ownIdentity : `${nameOf(path)}@${version} ${integrity ?? resolved ?? ''}`,
      uses: dependenciesOf(isOwn ? entry : { ...entry, devDependencies: {} }).flatMap(([name]) =>
        resolve(path, name),
      ),
    });
  }
  return { packages, find: (folder, name) => resolve(folder, name) };
}
