import { type Lock, type LockedPackage, ownIdentity } from './Lock.js';
import { kindOfPackage } from './toolPackages.js';

/** Where a dependency is in a lock file. */
interface Place {
  lock: Lock;
  /** None where the lock file does not have it. */
  keys: readonly string[];
}

/** Whether what a page shows may depend on it: not on types, nor on the linters and test runners of own packages. */
const isPartOf = (user: LockedPackage, { name }: LockedPackage): boolean =>
  !name.startsWith('@types/') && !(user.identity === ownIdentity && kindOfPackage(name) === 'harmless');

/** Everything that is installed for these packages, by what it is and depends on. */
function closureOf({ lock: { packages }, keys }: Place): Map<string, LockedPackage> {
  const reached = new Map<string, LockedPackage>();
  const seen = new Set<string>();
  const open = keys.filter((key) => !packages.get(key)?.name.startsWith('@types/'));
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const found = packages.get(key);
    if (!found || seen.has(key)) continue;
    seen.add(key);
    const used: string[] = [];
    for (const use of found.uses) {
      const part = packages.get(use);
      if (!part || !isPartOf(found, part)) continue;
      open.push(use);
      used.push(part.identity);
    }
    reached.set(`${found.identity} > ${used.sort().join(', ')}`, found);
  }
  return reached;
}

/** Where a lock file has a package that anything depends on. */
export const allOfName = ({ packages }: Lock, name: string): string[] =>
  [...packages].filter(([, found]) => found.name === name).map(([key]) => key);

const versionsOf = ({ lock, keys }: Place) =>
  [...new Set(keys.map((key) => lock.packages.get(key)?.version))].join(' and ');

/** What changed in a dependency, or in anything that it depends on, as a person reads it; null when nothing did. */
export function compareDependency(name: string, base: Place, head: Place): string | null {
  const [old, now] = [closureOf(base), closureOf(head)];
  const added = [...now.keys()].filter((key) => !old.has(key));
  if (added.length === 0 && old.size === now.size) return null;
  if (base.keys.length === 0) return `"${name}" was added`;
  if (head.keys.length === 0) return `"${name}" was removed`;
  const [was, is] = [versionsOf(base), versionsOf(head)];
  if (was !== is) return `"${name}" changed from ${was} to ${is}`;
  const before = [...old.values()];
  const oldIdentities = new Set(before.map(({ identity }) => identity));
  const other = added.map((key) => now.get(key)).find((found) => found && !oldIdentities.has(found.identity));
  if (!other || other.name === name) return `"${name}" changed`;
  const isSame = before.some((one) => one.name === other.name && one.version === other.version);
  return `"${name}" uses "${other.name}", which changed${isSame ? '' : ` to ${other.version}`}`;
}
