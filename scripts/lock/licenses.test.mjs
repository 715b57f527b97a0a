import { expect, test } from 'vitest';
import { listBundled, listProductionDependencies, packages } from './lockFile.mjs';

/** Licenses that let MIT-licensed software include the code. */
const compatible = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/**
 * Licenses that bind only their own files: software under MIT may come with a package that it installs unchanged, but not with its
 * code in a file of its own.
 */
const compatibleUnchanged = new Set(['MPL-2.0']);

/** @param {string} license an SPDX expression without nested parentheses: `(MIT OR Apache-2.0)` */
function isCompatible(license) {
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => compatible.has(one)));
}

const shipped = [
  'packages/sdk',
  'packages/cli',
  'packages/image-diff',
  'packages/layout-diff',
  'packages/playwright',
  'packages/vitest',
  'packages/puppeteer',
  'packages/webdriverio',
  'packages/cypress',
  'packages/storybook',
  'packages/storybook-addon',
  'apps/server',
  'apps/web',
  'apps/docs',
];

test.each(shipped)('everything that ships in %s has an MIT-compatible license', (workspace) => {
  const bundled = [workspace, ...listBundled(workspace)];
  const licenseOf = (folder) => packages[folder].license ?? 'none';
  const refused = [
    ...bundled.filter((folder) => !isCompatible(licenseOf(folder))),
    ...listProductionDependencies(workspace).filter(
      (folder) => !isCompatible(licenseOf(folder)) && !compatibleUnchanged.has(licenseOf(folder)),
    ),
  ];
  expect(refused.map((folder) => `${folder}: ${licenseOf(folder)}`)).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(GPL-3.0 OR MIT)', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0-only', false],
  ['none', false],
])('%s: %s', (license, expected) => {
  expect(isCompatible(license)).toBe(expected);
});
