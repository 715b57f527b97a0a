import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of a deployment: the given one, or the one in the data folder, which is made when there is none. */
export function readSecret(given: string | null, dataDir: string): string {
  if (given !== null) return given;
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** The secret of a deployment, or null where there is none yet. */
export function findSecret(given: string | null, dataDir: string): string | null {
  if (given !== null) return given;
  const file = join(dataDir, 'secret');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
