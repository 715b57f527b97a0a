import { type Shot, slotOf } from './Shot.js';
import type { SnapshotRun } from './SnapshotRun.js';

/** Pictures of tests that may be tried again; all attempts of a test are sent together, after the last one. */
export class WaitingShots {
  readonly #waiting = new Map<string, Shot[]>();
  readonly #run: () => Promise<SnapshotRun | string>;

  /** @param run where they are sent to, or why there is none */
  constructor(run: () => Promise<SnapshotRun | string>) {
    this.#run = run;
  }

  /** @param test the same for all attempts of a test, and for no other test */
  keep(test: string, shots: readonly Shot[]): void {
    this.#waiting.set(test, [...(this.#waiting.get(test) ?? []), ...shots]);
  }

  /** @param passed the attempt in which the test passed, from 0; null if it passed in none, or in several */
  send(test: string, passed: number | null): void {
    const all = this.#waiting.get(test) ?? [];
    this.#waiting.delete(test);
    const shots = passed === null ? all : withoutStale(all, passed);
    if (shots.length > 0) void this.#run().then((run) => typeof run !== 'string' && run.add(shots));
  }

  sendAll(): void {
    for (const test of this.#waiting.keys()) this.send(test, null);
  }
}

/** What only an attempt that failed took is nothing that the test shows. */
function withoutStale(shots: readonly Shot[], passed: number): readonly Shot[] {
  const shown = new Set(shots.filter(({ attempt }) => attempt >= passed).map(slotOf));
  return shots.filter((shot) => shown.has(slotOf(shot)));
}
