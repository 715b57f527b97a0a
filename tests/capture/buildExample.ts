import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ExampleTool = 'storybook' | 'ladle';
export type ExampleVersion = '1' | '2' | 'faults';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = join(root, 'examples');
const cache = join(root, 'node_modules/.cache/examples');
const generated = new Set(['node_modules', 'storybook-static', 'build', 'dist']);

/**
 * Builds an example with its tool's own command line, once for each version of its files.
 * @returns the folder of the build
 */
export async function buildExample(tool: ExampleTool, version: ExampleVersion): Promise<string> {
  const folder = join(cache, `${tool}-${version}-${await hashInputs()}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  await mkdir(cache, { recursive: true });
  // Ladle takes its output folder as relative to the project, even when it is absolute.
  const output = relative(join(examples, tool), unfinished);
  await run(['run', 'build', '--workspace', `example-${tool}`, '--', '-o', output], version);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...(await listFiles(examples)), join(root, 'package-lock.json')].sort()) {
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

function run(args: string[], version: ExampleVersion): Promise<void> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, SVC_EXAMPLE_VERSION: version, NODE_ENV: 'production' },
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
