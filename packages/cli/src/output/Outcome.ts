import type { Capture, Diff } from '@svc/sdk';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import type { ReportedSuite } from './Output.js';

/** What a capture command or `svc diff` ended with. */
export interface Outcome {
  capture: Capture;
  /** Null with `--auto-baseline`, which compares nothing. */
  diff: Diff | null;
}

const changeWords = (count: number) => `accessibility ${count === 1 ? 'change' : 'changes'}`;

/** Why there is something to do, each reason with its number; empty when there is nothing. */
export function openReasons({
  counts,
  accessibility,
  awaiting,
  snapshots,
  ignoredCount,
}: Pick<ReportedSuite, 'counts' | 'accessibility' | 'awaiting' | 'ignoredCount'> & {
  snapshots: { failed: number };
}): string[] {
  const { pending: waiting = 0, rejected = 0 } = accessibility ?? {};
  const reasons: [number, string][] = [
    [(counts?.pending ?? 0) - ignoredCount, 'waiting for review'],
    [counts?.rejected ?? 0, 'rejected'],
    [awaiting, 'waiting for another approval'],
    [waiting, `${changeWords(waiting)} waiting for review`],
    [rejected, `${changeWords(rejected)} rejected`],
    [counts?.failed ?? snapshots.failed, 'not captured'],
  ];
  return reasons.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
}

export const exitCodeOf = (suite: ReportedSuite, exitZeroOnChanges = false): ExitCode =>
  openReasons(suite).length > 0 && !exitZeroOnChanges ? exitCodes.changes : exitCodes.success;
