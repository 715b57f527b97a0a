import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, test } from 'vitest';
import { listBundled, listProductionDependencies, packages } from './lockFile.mjs';

/** The oldest version of each line that a package supports from its floor on. */
const linesFrom = (floor) => [floor, ...['22.12.0', '24.0.0', '26.0.0'].filter((version) => version > floor)];

const refusals = (folders, versions) =>
  folders.flatMap((folder) => {
    const range = packages[folder].engines?.node ?? '*';
    const refused = versions.filter((version) => !satisfies(version, range));
    return refused.length > 0 ? [`${folder} needs Node ${range}, not ${refused.join(', ')}`] : [];
  });

test.each([
  ['packages/sdk', '20.19.0'],
  ['packages/cli', '20.19.0'],
  ['packages/image-diff', '20.19.0'],
  ['packages/layout-diff', '20.19.0'],
  ['packages/playwright', '20.19.0'],
  ['packages/vitest', '20.19.0'],
  ['packages/puppeteer', '20.19.0'],
  ['packages/webdriverio', '20.19.0'],
  ['packages/cypress', '20.19.0'],
  ['packages/storybook', '20.19.0'],
  ['packages/storybook-addon', '20.19.0'],
  ['apps/server', '22.12.0'],
  ['apps/web', '22.12.0'],
])('%s and what it brings along run on Node %s', (workspace, floor) => {
  expect(packages[workspace].engines.node).toBe(`>=${floor.replace(/\.0$/, '')}`);
  const folders = [...listProductionDependencies(workspace), ...listBundled(workspace)];
  expect(refusals(folders, linesFrom(floor))).toEqual([]);
});

// With engine-strict npm installs nothing if one of them refuses. Optional packages may be left out.
test('the workspace can be installed from its floor on', () => {
  expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toContain('engine-strict=true');
  expect(packages[''].engines.node).toBe('>=22.13');
  const installed = Object.keys(packages).filter(
    (folder) => !packages[folder].link && !packages[folder].optional,
  );
  expect(refusals(installed, linesFrom('22.13.0'))).toEqual([]);
});
