/**
 * Checks discovery and capture against builds of older Storybooks, each installed in a folder of its own.
 * `npm run test:matrix` runs all, `npm run test:matrix -- 8` only some.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const matrix = join(root, 'tests/matrix');
const work = join(root, '.cache/matrix');
const prefix = 'storybook-';

const wanted = process.argv.slice(2);
const all = (await readdir(matrix)).filter((name) => name.startsWith(prefix)).sort();
const chosen = wanted.length > 0 ? wanted.map((version) => `${prefix}${version}`) : all;
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} in tests/matrix; there are ${all.join(', ')}.`);
  process.exit(2);
}

const builds = {};
for (const name of chosen) {
  const folder = join(work, name);
  console.log(`\n${name}: installing and building`);
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'src'), { recursive: true, force: true });
  await cp(join(matrix, 'shared'), folder, { recursive: true });
  await cp(join(matrix, name), folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'], folder);
  await run('npm', ['run', 'build'], folder);
  builds[name] = join(folder, 'storybook-static');
}

await run('npx', ['vitest', 'run', '--project', 'browser', 'tests/matrix'], root, {
  SVC_MATRIX_BUILDS: JSON.stringify(builds),
});

async function run(command, args, cwd, env = {}) {
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return;
  console.error(`${command} ${args.join(' ')} ended with ${code}`);
  process.exit(1);
}
