import { major, satisfies, valid } from 'semver';
import { expect, test } from 'vitest';
import { packages } from '../lock/lockFile.mjs';
import { chooseNode } from './chooseNode.mjs';
import { nodePackages, npmPackage } from './nodePackages.mjs';

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
const versionOf = (spec) => spec.slice(spec.lastIndexOf('@') + 1);

test.each(Object.entries(nodePackages))('Node %s names one exact version per platform', (line, row) => {
  expect(Object.keys(row).sort()).toEqual(platforms);
  for (const spec of Object.values(row).filter((one) => one !== null)) {
    expect(valid(versionOf(spec)), spec).not.toBeNull();
    expect(major(versionOf(spec)), spec).toBe(Number(line));
  }
});

test('the scripts have a supported Node for every platform', () => {
  for (const [platform, spec] of Object.entries(nodePackages[24])) {
    expect(spec, platform).not.toBeNull();
    expect(satisfies(versionOf(spec), packages[''].engines.node), spec).toBe(true);
  }
});

test('the clients are tested on Nodes that they support', () => {
  const { node } = packages['packages/sdk'].engines;
  const specs = Object.values(nodePackages).flatMap((row) => Object.values(row));
  for (const spec of specs.filter((one) => one !== null)) {
    expect(satisfies(versionOf(spec), node), spec).toBe(true);
  }
});

test('npm is one exact version', () => {
  expect(valid(versionOf(npmPackage))).not.toBeNull();
});

test.each([
  ['18.20.8', 'none'],
  ['20.18.3', 'none'],
  ['20.19.0', 'fetched'],
  ['22.12.0', 'fetched'],
  ['22.13.0', 'own'],
  ['24.0.0', 'own'],
  ['27.0.0-nightly', 'own'],
])('on Node %s the scripts take %s', (version, choice) => {
  expect(chooseNode(version, '>=22.13')).toBe(choice);
});
