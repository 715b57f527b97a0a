import type { Lock } from './Lock.js';

/** How patch-package, pnpm and Yarn begin the name of a patch. */
const beginnings = (name: string) => [
  `${name.replace('/', '+')}+`,
  `${name.replace('/', '__')}@`,
  `${name.replace('/', '-')}-npm-`,
];

/** The lock with other identities for the packages that these patches are of. */
export function patchLock(lock: Lock, patches: readonly string[]): Lock | { unknown: string } {
  const names = [...new Set([...lock.packages.values()].map(({ name }) => name))];
  const patched = new Set<string>();
  for (const patch of patches) {
    const found = names.filter((name) =>
      beginnings(name).some((start) => patch.startsWith(start) || patch.includes(`++${start}`)),
    );
    if (found.length === 0) return { unknown: patch };
    for (const name of found) patched.add(name);
  }
  const packages = [...lock.packages].map(
    ([key, found]) =>
      [key, patched.has(found.name) ? { ...found, identity: `${found.identity} patched` } : found] as const,
  );
  return { ...lock, packages: new Map(packages) };
}
