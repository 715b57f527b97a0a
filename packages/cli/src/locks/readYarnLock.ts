import { parseSyml } from '@yarnpkg/parsers';
import { dependenciesOf, type Lock, type LockedPackage, objectOf, ownIdentity } from './Lock.js';

/** The packages in the keys of `resolutions`, such as `a/@scope/b` and `a@npm:^1/b@npm:^2`. */
const namesIn = (resolutions: unknown): Set<string> =>
  new Set(
    Object.keys(objectOf(resolutions)).flatMap((key) =>
      [...key.matchAll(/(?<=^|\/)(?:@[\w.-]+\/)?[\w.-]+(?=[@/]|$)/g)].map(([name]) => name),
    ),
  );

/**
 * `yarn.lock` of Yarn 1 and of Yarn 2 and later.
 * @param manifest the `package.json` beside it
 */
export function readYarnLock(text: string, manifest: unknown): Lock {
  const { __metadata, ...entries } = parseSyml(text) as Record<string, unknown>;
  const keys = new Map<string, string>();
  const byName = new Map<string, string[]>();
  for (const key of Object.keys(entries)) {
    for (const descriptor of key.split(/,\s*/)) {
      keys.set(descriptor, key);
      const name = descriptor.slice(0, descriptor.indexOf('@', 1));
      byName.set(name, [...(byName.get(name) ?? []), key]);
    }
  }
  const redirected = namesIn(objectOf(manifest).resolutions);
  const resolve = (name: string, range: string): string[] => {
    const exact = redirected.has(name)
      ? undefined
      : (keys.get(`${name}@${range}`) ?? keys.get(`${name}@npm:${range}`));
    // `resolutions` and patches give a package another range than the one that was asked for, some only within another.
    return exact === undefined ? [...new Set(byName.get(name))] : [exact];
  };
  const packages = new Map<string, LockedPackage>();
  for (const [key, value] of Object.entries(entries)) {
    const entry = objectOf(value);
    const name = key.slice(0, key.indexOf('@', 1));
    const { version, resolution, resolved, integrity, checksum } = entry;
    const isOwn = / linkType: soft/.test(` linkType: ${String(entry.linkType)}`);
    // The part before the slash is of Yarn's cache, not of the package.
    const sum = integrity ?? String(checksum ?? '').replace(/^.*\//, '');
    const uses = dependenciesOf({ ...entry, peerDependencies: isOwn ? {} : entry.peerDependencies });
    packages.set(key, {
      name,
      version: String(version),
      identity: isOwn ? ownIdentity : `${name}@${String(version)} ${String(sum || (resolution ?? resolved))}`,
      uses: uses.flatMap((one) => resolve(...one)),
    });
  }
  return { packages, find: (_, name, range) => resolve(name, range) };
}
