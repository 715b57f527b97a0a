import { randomUUID } from 'node:crypto';
import { SvcError } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { resolveService } from '../access/resolveService.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { describeError } from '../describeError.js';
import { exitCodes } from '../exitCodes.js';
import type { ServiceFlags } from '../flags.js';
import { createProgress } from '../output/Progress.js';
import { containerCommand } from './containerCommand.js';
import { formatSession } from './formatSession.js';
import { spawnCommand } from './spawnCommand.js';

export interface SessionFlags extends ServiceFlags {
  autoApprove?: true;
  /** An image, or true for the default one. */
  container?: string | true;
  complete?: true;
}

/**
 * Runs a command whose test plugins upload snapshots, and completes their session when it ends, however it ends.
 * @param variables what the command's environment gets besides the session and the service
 * @returns the exit code of the command; 2 if the service failed and the command did not (R37)
 */
export async function runInSession(
  command: readonly string[],
  flags: SessionFlags,
  variables: Record<string, string>,
  context: Context,
): Promise<number> {
  const { env, cwd, stderr } = context;
  const { apiKey, apiUrl, project, credential } = await resolveService(flags, context);
  const sessionId = `ses_${randomUUID().replaceAll('-', '')}`;
  const environment = {
    ...env,
    SVC_SESSION_ID: sessionId,
    SVC_API_KEY: apiKey,
    SVC_API_URL: apiUrl,
    ...(project ? { SVC_PROJECT: project } : {}),
    ...(flags.autoApprove ? { SVC_AUTO_APPROVE: 'true' } : {}),
    ...variables,
  };
  const line = flags.container
    ? containerCommand(command, flags.container, { cwd, env: environment })
    : command;
  context.note(`session ${sessionId} is open and ends by itself after 24 hours without uploads`);
  const exitCode = await spawnCommand(line, { cwd, env: environment });

  // A Ctrl-C has ended the command, but its session is still to be completed.
  const progress = createProgress(stderr);
  try {
    const uninterrupted = { ...context, signal: new AbortController().signal };
    const client = await createClient(flags, uninterrupted, progress);
    progress.step('Completing the session');
    const completed = await client
      .completeSession(sessionId, { exitCode, complete: flags.complete ?? false })
      .finally(progress.end);
    stderr.write(formatSession(completed));
    return exitCode;
  } catch (error) {
    stderr.write(`svc: ${describeUnfinished(error, sessionId, credential)}\n`);
    return exitCode === 0 && !isUnused(error) ? exitCodes.error : exitCode;
  }
}

/** No plugin uploaded anything, so the session never came to be. */
const isUnused = (error: unknown) => error instanceof SvcError && error.code === 'SESSION_NOT_FOUND';

const describeUnfinished = (error: unknown, sessionId: string, credential: string): string =>
  isUnused(error)
    ? 'the command uploaded no snapshots: does it use a plugin, or read SVC_SESSION_ID?'
    : `session ${sessionId} was not completed: ${describeError(error, credential).message}`;

/** @throws CliError USAGE */
export function requireCommand(command: readonly string[], name: string): void {
  if (command.length === 0) throw new CliError('USAGE', `which command? svc ${name} -- <command>`);
}
