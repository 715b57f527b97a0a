import { randomUUID } from 'node:crypto';
import { SvcError } from '@svc/sdk';
import { clientOf, createClient } from '../access/createClient.js';
import { resolveService, type ServiceAccess } from '../access/resolveService.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { describeError, type ErrorDescription } from '../describeError.js';
import type { ServiceFlags } from '../flags.js';
import { describeRun, type RunFlags, type RunOrigin, variablesOf } from '../origin/describeRun.js';
import { shareHistory } from '../origin/shareHistory.js';
import { outputVersion, type SessionOutput } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';
import { concludeRun } from './concludeRun.js';
import { containerCommand } from './containerCommand.js';
import { type EndedSession, endSession, type SessionEnd } from './endSession.js';
import { formatSession } from './formatSession.js';
import { spawnCommand } from './spawnCommand.js';

export interface SessionFlags extends ServiceFlags, RunFlags {
  autoApprove?: true;
  /** An image, or true for the default one. */
  container?: string | true;
  complete?: true;
  allowEmpty?: true;
  failOnChanges?: true;
  exitZeroOnChanges?: true;
}

/** What a command that runs in a session is given besides. */
export interface SessionSetting {
  isLocal: boolean;
  variables: Record<string, string>;
}

/**
 * Runs a command whose test plugins upload snapshots, and completes their session when it ends, however it ends.
 * @returns the exit code, as R37 has it
 */
export async function runInSession(
  command: readonly string[],
  flags: SessionFlags,
  { isLocal, variables }: SessionSetting,
  context: Context,
): Promise<number> {
  const { failOnChanges = false, exitZeroOnChanges = false } = flags;
  if (failOnChanges && exitZeroOnChanges) {
    throw new CliError('USAGE', '--fail-on-changes and --exit-zero-on-changes cannot be combined');
  }
  const { env, cwd, stderr } = context;
  const origin = await describeRun(flags, command, context);
  const access = await resolveService(flags, context);
  const { apiKey, apiUrl, project } = access;
  const sessionId = `ses_${randomUUID().replaceAll('-', '')}`;
  const environment = {
    ...env,
    SVC_SESSION_ID: sessionId,
    SVC_API_KEY: apiKey,
    SVC_API_URL: apiUrl,
    ...(project ? { SVC_PROJECT: project } : {}),
    ...(flags.autoApprove ? { SVC_AUTO_APPROVE: 'true' } : {}),
    ...variablesOf(origin, flags),
    ...((await tellHistory(access, context)) ? { SVC_COMMITS_SHARED: 'true' } : {}),
    ...variables,
  };
  // The document is to be alone on stdout.
  const isJson = context.outputFlags.output === 'json';
  const line = flags.container
    ? containerCommand(command, flags.container, { cwd, env: environment, terminal: !isJson })
    : command;
  context.note(`session ${sessionId} is open and expires after 24 hours without uploads`);
  const commandExitCode = await spawnCommand(line, { cwd, env: environment, toStderr: isJson });

  const end = await conclude(sessionId, endOf(commandExitCode, { flags, origin, isLocal }), {
    flags,
    credential: access.credential,
    context,
  });
  const { suites, conclusion, hasCheck, error } = end;
  const { exitCode, why } = concludeRun({
    ...end,
    commandExitCode,
    isLocal,
    failOnChanges,
    exitZeroOnChanges,
  });
  if (error) stderr.write(`svc: ${error.message}\n`);
  const document: SessionOutput = {
    version: outputVersion,
    exitCode,
    sessionId,
    commandExitCode,
    conclusion,
    hasCheck,
    suites,
    error,
  };
  await present(document, (style) => formatSession(document, why, style), context, stderr);
  return exitCode;
}

/** Once for all plugins. Where the service cannot be reached now, the command runs anyway: it may be back later. */
async function tellHistory(access: ServiceAccess, context: Context): Promise<boolean> {
  const progress = createProgress(context);
  try {
    return await shareHistory(clientOf(access, context, progress), context, progress.tell);
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'NETWORK_ERROR')) throw error;
    progress.tell(`svc: ${error.message}; the command runs without it`);
    return false;
  } finally {
    progress.end();
  }
}

/** With branch and commit, the check of the commit also hears of a part into which nothing was uploaded. */
function endOf(
  exitCode: number,
  { flags, origin, isLocal }: { flags: SessionFlags; origin: RunOrigin; isLocal: boolean },
): SessionEnd {
  const { complete = false, allowEmpty = false } = flags;
  const { branch, commit, ...run } = origin;
  return { exitCode, complete, allowEmpty, ...(branch && commit ? { branch, commit, isLocal, ...run } : {}) };
}

/** Completes the session; a failure is an answer, since the command's exit code still counts. */
async function conclude(
  sessionId: string,
  end: SessionEnd,
  { flags, credential, context }: { flags: SessionFlags; credential: string; context: Context },
): Promise<EndedSession & { error: ErrorDescription | null }> {
  const progress = createProgress(context);
  try {
    // A Ctrl-C has ended the command, but its session is still to be completed.
    const uninterrupted = { ...context, signal: new AbortController().signal };
    const client = await createClient(flags, uninterrupted, progress);
    progress.step('Completing the session');
    const ended = await endSession(client, sessionId, end);
    return { ...ended, error: null };
  } catch (error) {
    const { code, message } = describeError(error, credential);
    const told = error instanceof CliError ? message : `session ${sessionId} was not completed: ${message}`;
    return { suites: [], conclusion: null, hasCheck: false, error: { code, message: told } };
  } finally {
    progress.end();
  }
}

/** @throws CliError USAGE */
export function requireCommand(command: readonly string[], name: string): void {
  if (command.length === 0) throw new CliError('USAGE', `which command? svc ${name} -- <command>`);
}
