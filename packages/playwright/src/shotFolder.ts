import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BaseHashes, type KnownBases, readBases, writeBases } from '@svc/test-core';

const variable = 'SVC_PLAYWRIGHT_FOLDER';

/** Where the workers of this run put pictures, outside of the repository. The runner names it, and its workers inherit that. */
export function shotFolder(): string {
  const folder = process.env[variable] || join(tmpdir(), `svc-playwright-${randomUUID()}`);
  process.env[variable] = folder;
  // Other users of the machine are not to see the pictures.
  if (process.env.TEST_WORKER_INDEX !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Tells the workers what the snapshots of a suite are compared with. */
export function shareBases(suite: string, hashes: BaseHashes): void {
  const folder = shotFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeBases(folder, suite, hashes);
}

/** For the runner to ask the service, once in each worker: then pictures are taken until two are alike. */
const longestWaitMs = 3_000;
const pollMs = 20;
let deadline: number | null = null;

/** What the snapshots of a suite are compared with, as the runner has told; null where it does not tell in time. */
export async function awaitBases(suite: string): Promise<KnownBases | null> {
  const folder = shotFolder();
  deadline ??= performance.now() + longestWaitMs;
  let bases = readBases(folder, suite);
  while (bases === null && performance.now() < deadline) {
    await sleep(pollMs);
    bases = readBases(folder, suite);
  }
  return bases;
}

/**
 * Of one worker: a name that is taken twice is compared with the picture that it was taken of first. In UI mode, which counts
 * its workers from 0 in every run, the process tells them apart.
 */
export function workerFolder(): string {
  const index = process.env.TEST_WORKER_INDEX;
  return join(shotFolder(), index === undefined ? 'worker-none' : `worker-${index}-${process.pid}`);
}

/** Where `toMatchSvc` puts pictures, each under a name of its own. */
export function matchFolder(): string {
  const folder = join(workerFolder(), '.svc');
  mkdirSync(folder, { recursive: true });
  return folder;
}
