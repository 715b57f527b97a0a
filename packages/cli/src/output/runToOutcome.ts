import type { Context } from '../Context.js';
import type { ExitCode } from '../exitCodes.js';
import type { OutputFlags } from '../flags.js';
import { formatJson, formatText } from './formatOutcome.js';
import { exitCodeOf, type Outcome } from './Outcome.js';
import { createProgress, type Progress } from './Progress.js';

/** Works with progress on stderr, prints the outcome on stdout, and answers the exit code. */
export async function runToOutcome(
  { output, exitZeroOnChanges }: OutputFlags & { exitZeroOnChanges?: true },
  { stdout, stderr }: Context,
  work: (progress: Progress) => Promise<Outcome>,
): Promise<ExitCode> {
  const progress = createProgress(stderr);
  const outcome = await work(progress).finally(progress.end);
  const exitCode = exitCodeOf(outcome, exitZeroOnChanges);
  stdout.write(output === 'json' ? formatJson(outcome, exitCode) : formatText(outcome));
  return exitCode;
}
