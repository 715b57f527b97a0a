import type { Capture, Diff } from '@svc/sdk';
import { type ExitCode, exitCodes } from '../exitCodes.js';

/** What a capture command or `svc diff` ended with. */
export interface Outcome {
  /** Null for `svc diff --head-capture`, which does not read it. */
  capture: Capture | null;
  /** Null with `--auto-baseline`, which compares nothing. */
  diff: Diff | null;
}

/** Why there is something to do, each reason with its number; empty when there is nothing. */
export function openReasons({ capture, diff }: Outcome): string[] {
  const failed = diff?.counts.failed ?? capture?.failedSnapshots ?? 0;
  const reasons: [number, string][] = [
    [diff?.counts.pending ?? 0, 'waiting for review'],
    [diff?.counts.rejected ?? 0, 'rejected'],
    [failed, 'not captured'],
  ];
  return reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

export const exitCodeOf = (outcome: Outcome, exitZeroOnChanges = false): ExitCode =>
  openReasons(outcome).length > 0 && !exitZeroOnChanges ? exitCodes.changes : exitCodes.success;
