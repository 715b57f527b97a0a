import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { type Database, ping } from '../store/database.js';
import type { Resources } from './Resources.js';

/** Milliseconds; a probe of readiness does not wait long. */
const patience = 3_000;

/** Questions under way, so that those who ask often do not use up the connections of a database that hangs. */
const asked = new WeakMap<Database, Promise<void>>();

/**
 * Rejects while the service cannot work, or soon will not: its database does not answer, or a disk is nearly full.
 * @throws DatabaseUnavailable, StorageUnavailable
 */
export async function checkReady({ database, disks }: Pick<Resources, 'database' | 'disks'>): Promise<void> {
  const asking = asked.get(database) ?? ping(database).finally(() => asked.delete(database));
  asked.set(database, asking);
  const silence = new AbortController();
  const silent = sleep(patience, null, { signal: silence.signal, ref: false }).then(
    () => {
      throw new DatabaseUnavailable(`no answer within ${patience} ms`);
    },
    () => {},
  );
  await Promise.race([asking, silent]).finally(() => silence.abort());
  await disks.check();
}
