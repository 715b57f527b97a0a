import type { Shot } from './Shot.js';
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

  send(test: string): void {
    const shots = this.#waiting.get(test) ?? [];
    this.#waiting.delete(test);
    if (shots.length > 0) void this.#run().then((run) => typeof run !== 'string' && run.add(shots));
  }

  sendAll(): void {
    for (const test of this.#waiting.keys()) this.send(test);
  }
}
