import fc from 'fast-check';
import type { TestService } from '../../../apps/server/testing/startTestService.js';
import { GitRepository } from '../repository/GitRepository.js';
import { historyOf, playHistory } from '../steps/playCommands.js';
import { type Aspect, compareWithRules } from './compareWithRules.js';
import { TestDriver } from './TestDriver.js';

/** Draws of one history. Shorter ones meet less, longer ones take long to shrink. */
const longest = 40;
/** Milliseconds in which a difference is shrunk. */
const patience = 120_000;

export interface SoakOptions {
  seed: number;
  /** Steps to play, at least. */
  steps: number;
  /** Differences after which it ends. */
  differences: number;
  aspects?: readonly Aspect[] | undefined;
  say(line: string): void;
}

/**
 * Plays random histories until enough steps are played or enough differences found.
 * @returns the differences, each with its seed and the steps that it takes
 */
export async function soak(service: TestService, options: SoakOptions): Promise<string[]> {
  const { seed, steps, differences, aspects, say } = options;
  const found: string[] = [];
  const began = performance.now();
  let played = 0;
  let said = began;
  for (let history = seed; played < steps && found.length < differences; history++) {
    let isShrinking = false;
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(historyOf(longest), async (commands) => {
        const count = isShrinking ? 0 : 1;
        isShrinking = true;
        const driver = await TestDriver.start(service);
        const watchers = [compareWithRules(aspects)];
        const world = await playHistory(commands, {
          repository: new GitRepository(),
          service: driver,
          watchers,
        });
        played += count * world.played.length;
      }),
      { numRuns: 1, seed: history, skipAllAfterTimeLimit: patience },
    );
    if (failed) {
      const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
      found.push(`--seed ${history}: ${message}`);
      say(found.at(-1) ?? '');
    }
    if (performance.now() - said > 10_000) {
      said = performance.now();
      say(progress(history - seed + 1, played, said - began));
    }
  }
  say(`${progress(0, played, performance.now() - began).replace(/^0 histories, /, '')}, seed ${seed}`);
  return found;
}

function progress(histories: number, steps: number, milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  return `${histories} histories, ${steps} steps in ${Math.round(seconds)} s, ${(steps / seconds).toFixed(1)} a second`;
}
