/** A package as a lock file resolved it. */
export interface LockedPackage {
  name: string;
  version: string;
  /** Differs where what is installed does: version, source and checksum. */
  identity: string;
  /** Keys of the packages that it depends on. */
  uses: string[];
}

/** The identity of packages of the repository: their files are compared, not their versions. */
export const ownIdentity = 'workspace';

/** What a lock file says, whichever tool wrote it. */
export interface Lock {
  packages: ReadonlyMap<string, LockedPackage>;
  /**
   * The packages that a dependency of a workspace resolves to.
   * @param folder of the workspace, below that of the lock file; empty for the root
   * @returns none where the lock file does not have it
   */
  find(folder: string, name: string, range: string): string[];
}

const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

/** The object, where a value that was read is one. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Names and ranges of all kinds of dependencies of a package. */
export function dependenciesOf(entry: unknown): [name: string, range: string][] {
  const fields = objectOf(entry);
  return dependencyFields.flatMap((field) =>
    Object.entries(objectOf(fields[field])).map(([name, range]): [string, string] => [name, String(range)]),
  );
}
