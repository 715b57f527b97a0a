import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { clockFaults } from './clockFaults.js';
import { codeHostFaults } from './codeHostFaults.js';
import { databaseFaults } from './databaseFaults.js';
import { diskFaults } from './diskFaults.js';
import type { Fault } from './Fault.js';
import { processFaults } from './processFaults.js';

const faults: readonly Fault[] = [
  ...processFaults,
  ...databaseFaults,
  ...diskFaults,
  ...clockFaults,
  ...codeHostFaults,
];

export interface Plan {
  /** Names of the only faults to play; null for all. */
  only: readonly string[] | null;
  /** Every fault is played at least once, however long that takes; then on until this time. */
  minutes: number;
  /** Milliseconds between the end of a fault and the next. */
  pause: readonly [least: number, most: number];
}

/** What was played how often, and what could not be. */
export interface Played {
  counts: Map<string, number>;
  leftOut: { name: string; reason: string }[];
}

/** Plays one fault after the other: all of them in an order by chance, then all again. */
export async function playFaults(
  world: World,
  { only, minutes, pause }: Plan,
  random: Random,
): Promise<Played> {
  const left = faults
    .filter(({ name }) => only?.includes(name) ?? true)
    .map((fault) => ({ fault, reason: fault.leftOut?.(world) ?? null }));
  const leftOut = left.flatMap(({ fault, reason }) =>
    reason === null ? [] : [{ name: fault.name, reason }],
  );
  const possible = left.flatMap(({ fault, reason }) => (reason === null ? [fault] : []));
  const counts = new Map<string, number>();
  const end = performance.now() + minutes * 60_000;
  do {
    for (const fault of random.shuffle(possible)) {
      await sleep(random.between(...pause));
      const own = random.fork();
      if (counts.has(fault.name) && performance.now() > end) break;
      const begun = performance.now();
      const what = await fault.play(world, own);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      world.journal.note(`${fault.name}: ${what} (${seconds} s)`);
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    }
  } while (performance.now() < end);
  return { counts, leftOut };
}
