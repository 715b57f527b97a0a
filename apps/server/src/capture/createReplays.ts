import type { CaptureOutcome } from '../domain/captures/Fleet.js';

/** All other pages wait meanwhile, so play functions that fail in any case must not cost a capture more than this. */
const failedLimitMs = 60_000;

/** Play functions that failed beside other pages, and are run again alone: on a busy machine they may lack time. */
export interface Replays {
  isDue(outcome: CaptureOutcome): boolean;
  /** @param capture captures it again while no other page of this process works */
  play(capture: () => Promise<CaptureOutcome>): Promise<CaptureOutcome>;
}

export function createReplays(now: () => number = () => performance.now()): Replays {
  let failedMs = 0;
  return {
    isDue: (outcome) => !outcome.ok && outcome.isPlay === true && failedMs < failedLimitMs,
    async play(capture) {
      const began = now();
      const outcome = await capture();
      if (outcome.ok) {
        const note = 'the play function failed beside other pages, and succeeded alone';
        return { ...outcome, notes: [...(outcome.notes ?? []), note] };
      }
      failedMs += now() - began;
      return outcome;
    },
  };
}
