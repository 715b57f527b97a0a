import type { Lock } from './Lock.js';
import { readBunLock } from './readBunLock.js';
import { readNpmLock } from './readNpmLock.js';
import { readPnpmLock } from './readPnpmLock.js';
import { readYarnLock } from './readYarnLock.js';

const readers = new Map<string, (text: string, manifest: unknown) => Lock>([
  ['package-lock.json', readNpmLock],
  ['npm-shrinkwrap.json', readNpmLock],
  ['pnpm-lock.yaml', readPnpmLock],
  ['yarn.lock', readYarnLock],
  ['bun.lock', readBunLock],
]);

/** Names of lock files, also of one in a binary format. */
export const lockNames: ReadonlySet<string> = new Set([...readers.keys(), 'bun.lockb']);

/**
 * @param name of the file, without its folder
 * @param manifest the `package.json` beside it, as it was then
 * @throws where the file is not as its tool writes it
 */
export function readLock(name: string, text: string, manifest: unknown = {}): Lock {
  const read = readers.get(name);
  if (!read) throw new Error('its format is binary; `bun install --save-text-lockfile` writes bun.lock');
  return read(text, manifest);
}
