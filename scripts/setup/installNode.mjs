import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodePackages, npmPackage } from './nodePackages.mjs';
import { Explained, root, runNpm, step } from './runProgram.mjs';

const cache = path.join(root, '.cache/nodes');
const platform = `${process.platform}-${process.arch}`;

/**
 * Makes sure of a Node, and of npm beside it, in `.cache/nodes`.
 *
 * @param {keyof typeof nodePackages} line
 * @returns {Promise<{version: string, node: string, env: NodeJS.ProcessEnv} | null>} `env` is ours, with that Node and
 *   npm first on the PATH; null where npm has no such Node for this platform
 */
export async function installNode(line) {
  const row = nodePackages[line];
  if (!row)
    throw new Explained(`There is no Node ${line} here, only ${Object.keys(nodePackages).join(', ')}.`);
  const spec = row[platform];
  if (!spec) return null;
  const [name, version] = spec.split('@');
  const folder = path.join(cache, `${name}-${version}`);
  const bin = path.join(folder, 'node_modules', name, 'bin');
  const node = path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(folder)) await step(`Fetching Node ${version}`, () => fetchPackages(folder, spec));
  if (!existsSync(node)) throw new Explained(`${spec} has no ${node}.`);
  return { version, node, env: envOf(folder, bin, node) };
}

/** Installs beside the folder first, so that what is in the folder is always complete. */
async function fetchPackages(folder, spec) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, '.installing-'));
  try {
    writeFileSync(path.join(draft, 'package.json'), '{ "private": true }');
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm(['install', ...quietly, spec, npmPackage], { cwd: draft, quiet: true });
    renameSync(draft, folder);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function envOf(folder, bin, node) {
  // Windows spells the name of PATH in more than one way.
  const name = Object.keys(process.env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [bin, path.join(folder, 'node_modules/.bin'), process.env[name]].filter(Boolean);
  return {
    ...process.env,
    [name]: folders.join(path.delimiter),
    NODE: node,
    npm_node_execpath: node,
    npm_execpath: path.join(folder, 'node_modules/npm/bin/npm-cli.js'),
  };
}
