import { load } from 'js-yaml';
import { dependenciesOf, type Lock, type LockedPackage, objectOf, ownIdentity } from './Lock.js';

/** The names in a key such as `a/@scope/b`: the package `@scope/b` that is installed within `a`. */
const namesIn = (key: string) => key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];

/** `bun.lock`: JSON with trailing commas, which is YAML. */
export function readBunLock(text: string): Lock {
  const document = objectOf(load(text, { json: true }));
  if (document.packages === undefined) throw new Error('it lists no packages');
  const entries = new Map(
    Object.entries(objectOf(document.packages)).map(([key, entry]) => [
      key,
      Array.isArray(entry) ? entry : [],
    ]),
  );
  const resolve = (from: readonly string[], name: string): string[] => {
    for (let depth = from.length; depth >= 0; depth -= 1) {
      const key = [...from.slice(0, depth), name].join('/');
      if (entries.has(key)) return [key];
    }
    return [];
  };
  const patches = objectOf(document.patchedDependencies);
  const packages = new Map<string, LockedPackage>();
  for (const [key, entry] of entries) {
    const id = String(entry[0]);
    const isOwn = id.includes('@workspace:');
    const info = entry.find((part) => typeof part === 'object');
    packages.set(key, {
      name: namesIn(key).at(-1) ?? key,
      version: id.slice(id.indexOf('@', 1) + 1),
      identity: isOwn ? ownIdentity : `${id} ${String(entry.at(-1))} ${String(patches[id] ?? '')}`,
      uses: dependenciesOf(info).flatMap(([name]) => resolve(namesIn(key), name)),
    });
  }
  const workspaces = objectOf(document.workspaces);
  return {
    packages,
    find: (folder, name) => {
      const { name: own } = objectOf(workspaces[folder]);
      return resolve(typeof own === 'string' ? [own] : [], name);
    },
  };
}
