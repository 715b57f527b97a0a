import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const peers = { '@blazediff/bin': '3.5.0', 'odiff-bin': '4.5.0' };
const folder = path.resolve(import.meta.dirname, '../../../.cache/image-diff-peers');

/**
 * Installs the programs that the benchmark compares with. They stay out of the lock file because the registry has their
 * binaries for some platforms only, and `npm ci` accepts no lock file with holes.
 *
 * @returns {NodeJS.Require} loads them
 */
export function installPeers() {
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  writeFileSync(manifest, JSON.stringify({ private: true, dependencies: peers }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return createRequire(manifest);
}
