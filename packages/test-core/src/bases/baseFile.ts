import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BaseHashes, KnownBases } from './KnownBases.js';

const pathOf = (folder: string, suite: string): string =>
  join(folder, `bases-${createHash('sha256').update(suite).digest('hex').slice(0, 16)}`);

const read = new Map<string, KnownBases>();

/** For the processes that share a folder with this one: what the snapshots of a suite are compared with. */
export function writeBases(folder: string, suite: string, hashes: BaseHashes): void {
  const path = pathOf(folder, suite);
  writeFileSync(`${path}.part`, JSON.stringify(hashes));
  renameSync(`${path}.part`, path);
}

/** What another process has found out by now; null where it has not, or could not. */
export function readBases(folder: string, suite: string): KnownBases | null {
  const path = pathOf(folder, suite);
  const known = read.get(path);
  if (known) return known;
  if (!existsSync(path)) return null;
  const bases = new KnownBases(JSON.parse(readFileSync(path, 'utf8')) as BaseHashes);
  read.set(path, bases);
  return bases;
}
