/**
 * Runs the image-diff package on every Node that it supports: its own tests, and what is packed, as it is installed.
 * `npm run test:nodes` takes all, `npm run test:nodes -- 26` only some. Each Node is kept in .cache/nodes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/runProgram.mjs';

const supported = ['20', '22', '24', '26'];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : supported;
const windows = process.platform === 'win32';
const packageName = `node-${windows ? 'win' : process.platform}-${process.arch}`;

const failures = [];
for (const version of chosen) {
  const node = installNode(version);
  console.log(`\nNode ${run(node, ['--version']).stdout.trim()}`);
  const tests = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    'packages/image-diff',
    '--testTimeout',
    '120000',
  ];
  const { status } = run(node, tests, { stdio: 'inherit' });
  if (status !== 0) failures.push(version);
}
if (failures.length > 0) {
  console.error(`\nThe tests of image-diff fail on Node ${failures.join(', ')}.`);
  process.exitCode = 1;
}

/** The program of a Node, from the package that carries it for this platform. */
function installNode(version) {
  const folder = join(root, '.cache/nodes', version);
  const node = join(folder, 'node_modules', packageName, 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  console.log(`Getting ${packageName}@${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    `${packageName}@${version}`,
  ];
  const { status } = run('npm', args, { cwd: folder, stdio: 'inherit', shell: windows });
  if (status === 0 && existsSync(node)) return node;
  console.error(`Node ${version} cannot be had from npm for ${process.platform} on ${process.arch}.`);
  process.exit(2);
}

function run(program, args, options = {}) {
  return spawnSync(program, args, { cwd: root, encoding: 'utf8', ...options });
}
