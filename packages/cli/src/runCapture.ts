import {
  type Capture,
  type CreateCaptureOptions,
  collectHistory,
  detectBaselineRef,
  detectBranch,
  detectCommit,
  type SvcClient,
} from '@svc/sdk';
import { CliError } from './CliError.js';
import type { Context } from './Context.js';
import { createClient } from './createClient.js';
import type { ExitCode } from './exitCodes.js';
import type { CaptureFlags } from './flags.js';
import { exitCodeOf, type Outcome } from './Outcome.js';
import { createProgress, type Progress } from './Progress.js';
import { printOutcome } from './printOutcome.js';
import { compare, waitForCapture } from './waitForOutcome.js';

type CaptureOrigin = Pick<
  CreateCaptureOptions,
  'suite' | 'branch' | 'commit' | 'baselineRef' | 'history' | 'ephemeral' | 'isLocal' | 'autoBaseline'
>;

/** Prepares what is captured and makes the capture. */
export type BeginCapture = (client: SvcClient, origin: CaptureOrigin, progress: Progress) => Promise<Capture>;

async function captureOrigin(flags: CaptureFlags, { env, cwd }: Context): Promise<CaptureOrigin> {
  const { suite, ephemeral, autoBaseline } = flags;
  const isLocal = flags.local || env.SVC_LOCAL === 'true';
  const baselineRef = detectBaselineRef({ env }) ?? undefined;
  const origin = { suite, ephemeral, autoBaseline, isLocal, baselineRef };
  if (ephemeral) return origin;
  const [branch, commit, history] = await Promise.all([
    detectBranch(flags.branch, { env, cwd }),
    detectCommit(flags.commit, { env, cwd }),
    collectHistory(cwd),
  ]);
  return { ...origin, branch, commit, history };
}

async function captureAndCompare(
  begin: BeginCapture,
  flags: CaptureFlags,
  context: Context,
  progress: Progress,
): Promise<Outcome> {
  const client = createClient(flags, context);
  const origin = await captureOrigin(flags, context);
  const begun = await begin(client, origin, progress);
  const capture = await waitForCapture(client, begun.id, context, progress);
  if (flags.autoBaseline) return { capture, diff: null };
  const { suite, baselineRef } = origin;
  const diff = await compare(client, { suite, headCaptureId: capture.id, baselineRef }, context, progress);
  return { capture, diff };
}

/** What every capture command does: capture, wait, compare unless `--auto-baseline`, print. */
export async function runCapture(
  begin: BeginCapture,
  flags: CaptureFlags,
  context: Context,
): Promise<ExitCode> {
  if (flags.ephemeral && flags.autoBaseline) {
    throw new CliError(
      'USAGE',
      '--auto-baseline and --ephemeral exclude each other: an ephemeral capture never becomes a baseline',
    );
  }
  const progress = createProgress(context.stderr);
  try {
    const outcome = await captureAndCompare(begin, flags, context, progress);
    const exitCode = exitCodeOf(outcome, flags.exitZeroOnChanges);
    progress.end();
    printOutcome(outcome, exitCode, flags, context);
    return exitCode;
  } finally {
    progress.end();
  }
}
