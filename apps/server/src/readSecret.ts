import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of a deployment: the given one, or the one in the data folder, which is made when there is none. */
export function readSecret(given: string | null, dataDir: string): string {
  if (given !== null) return given;
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  return readFileSync(file, 'utf8').trim();
}

/** Of processes that start at the same moment, one makes it. The file has its name once it is complete, so that none reads a part. */
function makeSecret(file: string): void {
  const own = `${file}.${randomUUID()}`;
  const secret = randomBytes(32).toString('base64url');
  const options = { mode: 0o600, flag: 'wx', flush: true };
  writeFileSync(own, secret, options);
  try {
    try {
      linkSync(own, file);
    } catch (error) {
      if (!hasNoLinks.has(codeOf(error))) throw error;
      writeFileSync(file, secret, options);
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own);
  }
}

/** What file systems without hard links answer, such as SMB, or a bucket that is mounted. */
const hasNoLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The secret of a deployment, or null where there is none yet. */
export function findSecret(given: string | null, dataDir: string): string | null {
  if (given !== null) return given;
  const file = join(dataDir, 'secret');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
