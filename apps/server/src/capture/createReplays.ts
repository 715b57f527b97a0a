import type { CaptureOutcome } from '../domain/captures/Fleet.js';

/** All other pages wait meanwhile, so targets of a kind that fail in any case must not cost a capture more than this. */
const failedLimitMs = 60_000;
/** A story that timed out alone, too, makes others less likely to succeed there: one in as many images may do so. */
const imagesPerLate = 10;

type Failure = CaptureOutcome & { ok: false };
type Kind = 'play' | 'late';

/**
 * Stories that failed beside other pages, and are captured again alone: play functions, which may lack time on a busy
 * machine, and stories that timed out before, where a browser or the machine may have stood still.
 */
export interface Replays {
  /** Counts what needs no other try. */
  note(outcome: CaptureOutcome): void;
  isDue(outcome: CaptureOutcome): outcome is Failure;
  /** @param capture captures it again while no other page of this process works; a story that is late in less time */
  play(failure: Failure, capture: (kind: Kind) => Promise<CaptureOutcome>): Promise<CaptureOutcome>;
}

export function createReplays(now: () => number = () => performance.now()): Replays {
  const failedMs = { play: 0, late: 0 };
  let lates = 0;
  let images = 0;

  function kindOf(outcome: CaptureOutcome): Kind | null {
    if (outcome.ok) return null;
    if (outcome.isPlay) return failedMs.play < failedLimitMs ? 'play' : null;
    const hasHope = lates === 0 || lates * imagesPerLate <= images;
    return outcome.isLate && hasHope && failedMs.late < failedLimitMs ? 'late' : null;
  }

  return {
    note(outcome) {
      if (outcome.ok) images += 1;
    },
    isDue: (outcome): outcome is Failure => kindOf(outcome) !== null,
    async play(failure, capture) {
      // Others may have been tried in vain since it was due.
      const kind = kindOf(failure);
      if (kind === null) return failure;
      const began = now();
      const outcome = await capture(kind);
      if (outcome.ok) return { ...outcome, notes: [...(outcome.notes ?? []), notes[kind]] };
      failedMs[kind] += now() - began;
      if (kind === 'play') return outcome;
      lates += 1;
      return outcome.isLate ? failure : outcome;
    },
  };
}

const notes: Record<Kind, string> = {
  play: 'the play function failed beside other pages, and succeeded alone',
  late: 'the story timed out beside other pages, and not alone',
};
