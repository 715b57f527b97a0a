import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import { findDependency, packages, requiredPeers } from './lockFile.mjs';

const advice =
  'npm ci fails on an incomplete lock file. Choose a version whose packages are all in the registry (see CONTRIBUTING.md).';

const entries = Object.entries(packages).filter(([, entry]) => !entry.link);
const isWorkspace = (folder) => !folder.includes('node_modules/');

/** What an entry needs, packages for other platforms included: pairs of a name and a range of versions. */
function listRequirements(folder, entry) {
  const dependencies = {
    ...(isWorkspace(folder) ? entry.devDependencies : {}),
    ...entry.dependencies,
    ...entry.optionalDependencies,
  };
  // Some packages install although a peer is newer than they declare, so peers only have to be there.
  return [...requiredPeers(entry).map((name) => [name, '*']), ...Object.entries(dependencies)];
}

test('every dependency of every package is locked, including those for other platforms', () => {
  const problems = entries.flatMap(([folder, entry]) =>
    listRequirements(folder, entry).flatMap(([name, wanted]) => {
      const found = findDependency(folder, name);
      const range = wanted.replace(/^npm:.*@/, '');
      const locked = found ? packages[found].version : null;
      if (locked && satisfies(locked, range, { includePrerelease: true })) return [];
      return [`${folder || 'package.json'} needs ${name} ${wanted}; locked: ${locked ?? 'nothing'}`];
    }),
  );
  expect(problems, advice).toEqual([]);
});

test('every package has a version and an integrity, and no registry is named', () => {
  const installed = entries.filter(([folder]) => !isWorkspace(folder));
  expect(installed.length).toBeGreaterThan(500);
  const incomplete = installed
    .filter(([, { version, integrity, resolved }]) => !version || !integrity || resolved)
    .map(([folder]) => folder);
  expect(incomplete, 'Run npm install with the .npmrc of this repository.').toEqual([]);
});
