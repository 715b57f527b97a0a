import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { paint } from './buildPng.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs npm without the network and returns what it prints. */
export function npm(args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync('npm', ['--offline', ...args], {
    cwd,
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Packs the package as it would be published, and installs it into a folder. Returns the paths in it. */
export function installPackage(folder: string): string[] {
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  npm(['install', '--no-audit', '--no-fund', `./${packed.filename}`], folder);
  const white = [255, 255, 255, 255];
  writeFileSync(
    path.join(folder, 'before.png'),
    paint(40, 30, () => white),
  );
  writeFileSync(
    path.join(folder, 'after.png'),
    paint(40, 30, (x, y) => (x < 4 && y < 3 ? [0, 0, 0, 255] : white)),
  );
  cpSync(path.join(root, 'tests/checkInstalled.mjs'), path.join(folder, 'check.mjs'));
  return packed.files.map(({ path }: { path: string }) => path);
}
