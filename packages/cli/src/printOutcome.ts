import type { Context } from './Context.js';
import type { ExitCode } from './exitCodes.js';
import type { OutputFlags } from './flags.js';
import { formatJson, formatText } from './formatOutcome.js';
import type { Outcome } from './Outcome.js';

export function printOutcome(
  outcome: Outcome,
  exitCode: ExitCode,
  { output }: OutputFlags,
  { stdout }: Context,
): void {
  stdout.write(output === 'json' ? formatJson(outcome, exitCode) : formatText(outcome));
}
