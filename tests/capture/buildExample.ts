import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from './isAlive.js';

export type ExampleTool = 'storybook' | 'ladle';
export type ExampleVersion = '1' | '2' | 'faults';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/examples');
const generated = new Set(['node_modules', 'storybook-static', 'build', 'dist', 'dist-types']);

/**
 * Builds an example with its tool's own command line, once for each version of its files.
 * @returns the folder of the build
 */
export const buildExample = (tool: ExampleTool, version: ExampleVersion): Promise<string> =>
  // The Ladle example shows the components of the other one.
  buildOnce(`${tool}-${version}`, `examples/${tool}`, ['examples'], 'build', {
    SVC_EXAMPLE_VERSION: version,
  });

/** Builds the Storybook of the review UI, likewise. */
export const buildOwnStorybook = (): Promise<string> =>
  buildOnce('own', 'apps/web', ['apps/web', 'packages/schema/src'], 'build-storybook', {});

/** Runs a script of a workspace that takes its output folder as `-o`, unless its files were built before. */
async function buildOnce(
  name: string,
  workspace: string,
  inputs: readonly string[],
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const folder = join(cache, `${name}-${await hashInputs(inputs)}`);
  await mkdir(cache, { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (!existsSync(folder)) await build(folder, workspace, script, env);
  } finally {
    await unlock();
  }
  return folder;
}

/** Waits for its turn among the processes that want the same build. A lock whose process has ended is void. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file);
    } catch {
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (holder && !isAlive(holder)) await rm(file, { force: true });
      await sleep(200);
    }
  }
}

async function build(
  folder: string,
  workspace: string,
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const unfinished = `${folder}.${randomUUID()}`;
  // Ladle takes its output folder as relative to the project, even when it is absolute.
  const output = relative(join(root, workspace), unfinished);
  await run(['run', script, '--workspace', workspace, '--', '-o', output], env);
  await rename(unfinished, folder);
}

async function hashInputs(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const lists = await Promise.all(folders.map((folder) => listFiles(join(root, folder))));
  for (const path of [...lists.flat(), join(root, 'package-lock.json')].sort()) {
    hash
      .update(relative(root, path))
      .update('\0')
      .update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries
    .filter(({ name }) => !generated.has(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
  return (await Promise.all(lists)).flat();
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    npm.stdout.on('data', (chunk) => {
      output += chunk;
    });
    npm.stderr.on('data', (chunk) => {
      output += chunk;
    });
    npm.on('error', reject);
    npm.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`));
    });
  });
}
