/**
 * Checks discovery and capture against builds of older Storybooks, each installed in a folder of its own.
 * `npm run test:matrix` runs all, `npm run test:matrix -- 8` only some.
 */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, root, runNpm, runPackage, step } from './setup/runProgram.mjs';

const matrix = path.join(root, 'tests/matrix');
const work = path.join(root, '.cache/matrix');
const prefix = 'storybook-';

await runOnSupportedNode(async () => {
  const names = chooseStorybooks(process.argv.slice(2));
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const builds = {};
  for (const name of names) builds[name] = await step(`Building ${name}`, () => buildStorybook(name));
  await runPackage('vitest/vitest.mjs', ['run', '--project', 'browser', 'tests/matrix'], {
    env: { ...process.env, SVC_MATRIX_BUILDS: JSON.stringify(builds) },
  });
});

function chooseStorybooks(versions) {
  const all = readdirSync(matrix)
    .filter((name) => name.startsWith(prefix))
    .sort();
  if (versions.length === 0) return all;
  const chosen = versions.map((version) => `${prefix}${version}`);
  const unknown = chosen.filter((name) => !all.includes(name));
  if (unknown.length === 0) return chosen;
  throw new Explained(`There is no ${unknown.join(', ')} in tests/matrix; there are ${all.join(', ')}.`);
}

async function buildStorybook(name) {
  const cwd = path.join(work, name);
  mkdirSync(cwd, { recursive: true });
  rmSync(path.join(cwd, 'src'), { recursive: true, force: true });
  cpSync(path.join(matrix, 'shared'), cwd, { recursive: true });
  cpSync(path.join(matrix, name), cwd, {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  });
  const quietly = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  await runNpm(['install', ...quietly], { cwd, quiet: true });
  await runNpm(['run', 'build'], { cwd, quiet: true });
  return path.join(cwd, 'storybook-static');
}
