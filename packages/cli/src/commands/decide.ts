import type { SvcClient } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import type { DecisionFlags } from '../flags.js';
import { createProgress } from '../output/Progress.js';

/** Calls the service with the names that the flags give (undefined for all) and prints the line it answers. */
export async function decide(
  flags: DecisionFlags,
  context: Context,
  act: (client: SvcClient, snapshots: string[] | undefined) => Promise<string>,
): Promise<ExitCode> {
  const { snapshot = [], all } = flags;
  if (!all && snapshot.length === 0) {
    throw new CliError('USAGE', 'which snapshots? Pass --snapshot <name> (once or more) or --all');
  }
  if (all && snapshot.length > 0) throw new CliError('USAGE', 'pass either --snapshot or --all, not both');
  const progress = createProgress(context.stderr);
  const client = await createClient(flags, context, progress);
  const line = await act(client, all ? undefined : snapshot).finally(progress.end);
  context.stdout.write(`${line}\n`);
  return exitCodes.success;
}
