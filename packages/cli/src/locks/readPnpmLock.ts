import { loadAll } from 'js-yaml';
import { dependenciesOf, type Lock, type LockedPackage, objectOf } from './Lock.js';

/** `1.0.0(react@18.0.0)` is version `1.0.0`, installed beside a certain React. */
const withoutPeers = (key: string) => key.replace(/\(.*$/, '');

/** Peers are among what a package uses, where types do not count; a patch is in the key alone. */
const identityOf = (key: string) => `${withoutPeers(key)}${/\(patch_hash=[^)]*\)/.exec(key)?.[0] ?? ''}`;

const nameAndVersion = (key: string): [name: string, version: string] => {
  const at = key.indexOf('@', 1);
  return at < 0 ? [key, ''] : [key.slice(0, at), key.slice(at + 1)];
};

/** `pnpm-lock.yaml` of versions 6 and 9. */
export function readPnpmLock(text: string): Lock {
  // From version 11 on, pnpm can write a document before it, with the packages that configure pnpm itself.
  const document = objectOf(loadAll(text).at(-1));
  const major = Number.parseInt(String(document.lockfileVersion), 10);
  if (major !== 6 && major !== 9)
    throw new Error(`its version is ${String(document.lockfileVersion)}, not 6 or 9`);
  const plain = (key: string) => key.replace(/^\//, '');
  const details = new Map(
    Object.entries(objectOf(document.packages)).map(([key, entry]) => [plain(key), objectOf(entry)]),
  );
  const installed =
    major === 9
      ? new Map(Object.entries(objectOf(document.snapshots)).map(([key, entry]) => [key, objectOf(entry)]))
      : details;
  const resolve = (name: string, version: string): string[] => {
    const keys = [`${name}@${version}`, plain(version)];
    return keys.filter((key) => installed.has(key)).slice(0, 1);
  };
  const usesOf = (entry: unknown) => {
    const { dependencies, optionalDependencies } = objectOf(entry);
    return dependenciesOf({ dependencies, optionalDependencies }).flatMap((one) => resolve(...one));
  };
  const packages = new Map<string, LockedPackage>();
  for (const [key, entry] of installed) {
    const [name, version] = nameAndVersion(key);
    const { resolution } = details.get(withoutPeers(key)) ?? entry;
    packages.set(key, {
      name,
      version: withoutPeers(version),
      identity: `${identityOf(key)} ${JSON.stringify(resolution ?? null)}`,
      uses: usesOf(entry),
    });
  }
  const importers = objectOf(document.importers ?? { '.': document });
  return {
    packages,
    find: (folder, name) => {
      const importer = objectOf(importers[folder || '.']);
      for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
        const { version } = objectOf(objectOf(importer[field])[name]);
        if (version !== undefined) return resolve(name, String(version));
      }
      return [];
    },
  };
}
