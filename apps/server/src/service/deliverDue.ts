import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between looks for what has become due while something is under way. */
const interval = 1_000;

interface Deliveries<Due> {
  /** Deliveries at the same time. */
  most: number;
  /**
   * Lends what is due.
   * @param limit how many at most
   * @param underWay what is being delivered here
   */
  take(limit: number, underWay: readonly Due[]): Promise<readonly Due[]>;
  deliver(due: Due): Promise<void>;
}

/**
 * Delivers until nothing is due or under way. Whatever ends makes room for what is due next, so that what hangs holds up only
 * itself.
 * @param signal ends it once what is under way has ended
 * @throws the first failure of them, once all have ended
 */
export async function deliverDue<Due>(
  { most, take, deliver }: Deliveries<Due>,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Map<Due, Promise<void>>();
  const failures: unknown[] = [];
  let ends = 0;
  const fail = (error: unknown) => void failures.push(error);
  async function begin(limit: number): Promise<void> {
    for (const due of await take(limit, [...underWay.keys()])) {
      const ended = deliver(due)
        .catch(fail)
        .finally(() => {
          underWay.delete(due);
          ends++;
        });
      underWay.set(due, ended);
    }
  }
  let endsBefore: number;
  do {
    endsBefore = ends;
    const limit = signal.aborted || failures.length > 0 ? 0 : most - underWay.size;
    if (limit > 0) await begin(limit).catch(fail);
    if (underWay.size > 0 && ends === endsBefore) await raceWithin(interval, [...underWay.values()]);
  } while (underWay.size > 0 || ends > endsBefore);
  if (failures.length > 0) throw failures[0];
}

/** Waits for the first of some promises, but not longer than so many milliseconds. */
async function raceWithin(limit: number, promises: readonly Promise<void>[]): Promise<void> {
  const over = new AbortController();
  const pause = sleep(limit, undefined, { ref: false, signal: over.signal }).catch(() => {});
  await Promise.race([...promises, pause]);
  over.abort();
}
