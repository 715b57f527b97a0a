import type { Lock, LockedPackage } from './Lock.js';

/** How patch-package, pnpm and Yarn begin the name of a patch. */
const beginnings = (name: string) => [
  `${name.replace('/', '+')}+`,
  `${name.replace('/', '__')}@`,
  `${name.replace('/', '-')}-npm-`,
];

/** pnpm has such a name for a patch of every version. */
const nameAlone = (name: string) => `${name.replace('/', '__')}.patch`;

const isOf = (patch: string, name: string): boolean =>
  patch === nameAlone(name) ||
  beginnings(name).some((start) => patch.startsWith(start) || patch.includes(`++${start}`));

/** patch-package also patches another version than it names, so only the names of the others tell which one. */
const hasVersion = (patch: string, version: string): boolean =>
  patch.includes(`@${version}.patch`) || patch.includes(`-npm-${version}-`);

/** The lock with other identities for the packages that these patches are of. */
export function patchLock(lock: Lock, patches: readonly string[]): Lock | { unknown: string } {
  const all = [...lock.packages.values()];
  const patched = new Set<LockedPackage>();
  for (const patch of patches) {
    const named = all.filter(({ name }) => isOf(patch, name));
    if (named.length === 0) return { unknown: patch };
    const exact = named.filter(({ version }) => hasVersion(patch, version));
    for (const found of exact.length > 0 ? exact : named) patched.add(found);
  }
  const packages = [...lock.packages].map(
    ([key, found]) =>
      [key, patched.has(found) ? { ...found, identity: `${found.identity} patched` } : found] as const,
  );
  return { ...lock, packages: new Map(packages) };
}
