import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { StorageUnavailable } from '../domain/StorageUnavailable.js';
import type { Database } from '../store/database.js';
import { findBlobsMarker } from '../store/processes/processes.js';
import type { Resources } from './Resources.js';

/** Milliseconds; a probe of readiness does not wait long. */
const patience = 3_000;

type Parts = Pick<Resources, 'database' | 'disks' | 'blobs' | 'queue'>;

/** Questions under way, so that those who ask often do not use up the connections of a database that hangs. */
const asked = new WeakMap<Database, Promise<string | null>>();

/**
 * Rejects while the service cannot work, or soon will not: its database or its queue does not answer, its blobs cannot be read, or a
 * disk is nearly full.
 * @throws DatabaseUnavailable, StorageUnavailable
 */
export async function checkReady({ database, disks, blobs, queue }: Parts): Promise<void> {
  const asking = asked.get(database) ?? ask(database, queue).finally(() => asked.delete(database));
  asked.set(database, asking);
  const marker = await inTime(asking, () => new DatabaseUnavailable(`no answer within ${patience} ms`));
  // Before its first start, a deployment has no blob to look for.
  if (marker !== null) {
    const looking = blobs.has(marker);
    const late = () =>
      new StorageUnavailable(`The store of the images does not answer within ${patience} ms.`);
    if (!(await inTime(looking, late)))
      throw new StorageUnavailable('The store of the images is not that of this deployment, or it is empty.');
  }
  await disks.check();
}

async function ask(database: Database, queue: Resources['queue']): Promise<string | null> {
  await queue.check();
  return findBlobsMarker(database);
}

async function inTime<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  const silence = new AbortController();
  const silent = sleep(patience, null, { signal: silence.signal, ref: false }).then(
    () => Promise.reject(late()),
    () => new Promise<never>(() => {}),
  );
  return Promise.race([answer, silent]).finally(() => silence.abort());
}
