import { objectOf } from '../locks/Lock.js';

/** Fields of `package.json` that no build of stories reads; lock files say what the dependencies are. */
const harmlessFields = new Set([
  ...[
    'version',
    'description',
    'keywords',
    'homepage',
    'bugs',
    'license',
    'licenses',
    'author',
    'contributors',
  ],
  ...[
    'maintainers',
    'funding',
    'repository',
    'files',
    'bin',
    'man',
    'directories',
    'publishConfig',
    'private',
  ],
  ...['engines', 'os', 'cpu', 'packageManager', 'volta', 'workspaces', 'svc'],
  ...['dependencies', 'devDependencies', 'peerDependencies', 'peerDependenciesMeta', 'optionalDependencies'],
  ...['dependenciesMeta', 'bundleDependencies', 'bundledDependencies', 'resolutions', 'overrides', 'pnpm'],
  ...['patchedDependencies', 'trustedDependencies', 'catalog', 'catalogs', 'devEngines'],
  ...['eslintConfig', 'eslintIgnore', 'prettier', 'stylelint', 'jest', 'vitest', 'nyc', 'c8', 'ava', 'mocha'],
  ...[
    'husky',
    'lint-staged',
    'commitlint',
    'config',
    'release',
    'release-it',
    'changelog',
    'np',
    'size-limit',
  ],
  ...[
    'bundlesize',
    'bundlewatch',
    'tsd',
    'typedoc',
    'types',
    'typings',
    'typesVersions',
    'gitHead',
    'knip',
    'nx',
  ],
]);

const harmlessScript =
  /^(?:(?:pre|post)?(?:test|lint|format|fmt|prettier|eslint|stylelint|check|type|tsc|e2e|cypress|playwright|chromatic|visual|release|publish|pack|version|changeset|changelog|commit|start|dev|watch|serve|clean|coverage|bench|size|bundlesize|ci|deploy|docs|husky|knip|validate|verify|update|upgrade)(?:$|[-:_A-Z].*|s$|s[-:]).*|prepublishOnly|prepack|postpack)$/;

/** A script that checks or releases may build the stories itself, with settings of its own. */
const buildsStories = (...scripts: unknown[]): boolean =>
  scripts.some((script) => /\b(?:storybook|sb)\s+build\b/.test(String(script)));

/**
 * What differs between two versions of a `package.json` and may matter to a build, beside its dependencies.
 * @param showsVersion whether a page can show the version
 * @returns the name of a field or script; null when nothing does
 */
export function compareManifests(base: unknown, head: unknown, showsVersion = false): string | null {
  const [old, now] = [objectOf(base), objectOf(head)];
  const differs = (key: string, one: Record<string, unknown>, other: Record<string, unknown>) =>
    JSON.stringify(one[key]) !== JSON.stringify(other[key]);
  for (const field of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const isHarmless = harmlessFields.has(field) && !(field === 'version' && showsVersion);
    if (isHarmless || !differs(field, old, now)) continue;
    if (field !== 'scripts') return `"${field}"`;
    const [oldScripts, scripts] = [objectOf(old.scripts), objectOf(now.scripts)];
    const changed = [...new Set([...Object.keys(oldScripts), ...Object.keys(scripts)])].find(
      (name) =>
        (!harmlessScript.test(name) || buildsStories(oldScripts[name], scripts[name])) &&
        differs(name, oldScripts, scripts),
    );
    if (changed !== undefined) return `script "${changed}"`;
  }
  return null;
}

/** Settings of package managers whose effect lock files have, or that have none on what is installed. */
const lockedSettings = new Set([
  ...['packages', 'catalog', 'catalogs', 'overrides', 'packageExtensions', 'patchedDependencies'],
  ...[
    'allowedDeprecatedVersions',
    'allowUnusedPatches',
    'peerDependencyRules',
    'auditConfig',
    'updateConfig',
  ],
  ...['catalogMode', 'cleanupUnusedCatalogs', 'minimumReleaseAge', 'minimumReleaseAgeExclude', 'savePrefix'],
  ...['onlyBuiltDependencies', 'ignoredBuiltDependencies', 'neverBuiltDependencies', 'allowBuilds'],
  ...[
    'trustPolicy',
    'trustPolicyExclude',
    'strictDepBuilds',
    'verifyDepsBeforeRun',
    'managePackageManagerVersions',
  ],
  // Of Yarn.
  ...['yarnPath', 'plugins', 'npmAuditExcludePackages', 'npmMinimalAgeGate', 'npmPreapprovedPackages'],
  ...['enableTelemetry', 'checksumBehavior', 'compressionLevel', 'enableGlobalCache', 'npmScopes'],
]);

/**
 * What differs between two versions of `pnpm-workspace.yaml` or `.yarnrc.yml` and is not in the lock file.
 * @returns the name of a setting; null when nothing does
 */
export function compareSettings(base: unknown, head: unknown): string | null {
  const [old, now] = [objectOf(base), objectOf(head)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const other = names.find(
    (name) => !lockedSettings.has(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  return other === undefined ? null : `"${other}"`;
}
