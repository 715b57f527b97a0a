import type { Context } from '../Context.js';
import type { ExitCode } from '../exitCodes.js';
import { describeSuite } from './describeSuite.js';
import { formatSuite } from './formatSuite.js';
import { exitCodeOf, type Outcome } from './Outcome.js';
import { type ComparisonOutput, outputVersion } from './Output.js';
import { createProgress, type Progress } from './Progress.js';
import { present } from './present.js';

/**
 * Works with progress on stderr, presents the outcome, and answers the exit code.
 * @param notesOn what else there is to say of an outcome, a line each
 */
export async function runToOutcome(
  { exitZeroOnChanges }: { exitZeroOnChanges?: true },
  context: Context,
  work: (progress: Progress) => Promise<Outcome>,
  notesOn: (outcome: Outcome) => string[] = () => [],
): Promise<ExitCode> {
  const progress = createProgress(context);
  const outcome = await work(progress).finally(progress.end);
  const suite = describeSuite(outcome);
  const exitCode = exitCodeOf(suite, exitZeroOnChanges);
  const document: ComparisonOutput = { version: outputVersion, exitCode, ...suite };
  await present(document, (style) => formatSuite(suite, notesOn(outcome), style), context);
  return exitCode;
}
