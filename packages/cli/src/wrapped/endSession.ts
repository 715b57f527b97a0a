import {
  type CompletedSession,
  type CompleteSessionOptions,
  type Conclusion,
  type SvcClient,
  SvcError,
} from '@svc/sdk';
import { CliError } from '../CliError.js';
import { describeError } from '../describeError.js';
import { describeSuite } from '../output/describeSuite.js';
import type { SessionOutput } from '../output/Output.js';
import { concludeAll } from './concludeRun.js';

/** What a session ended with. */
export interface EndedSession {
  suites: SessionOutput['suites'];
  conclusion: Conclusion | null;
  hasCheck: boolean;
}

export type SessionEnd = CompleteSessionOptions & { allowEmpty: boolean };

const nothingArrived = () =>
  new CliError(
    'NO_SNAPSHOTS',
    'the command uploaded no snapshots: does it use a plugin, or read SVC_SESSION_ID? (--allow-empty allows a run without any)',
  );

/** What the suites of a completed session are. */
async function readSuites(
  client: SvcClient,
  sessionId: string,
  { diffs }: CompletedSession,
): Promise<SessionOutput['suites']> {
  const suites: SessionOutput['suites'] = [];
  try {
    for (const { diffId, conclusion, checkRunUrl } of diffs) {
      const diff = await client.getDiff(diffId);
      const capture = await client.getCapture(diff.headCaptureId);
      suites.push({ ...describeSuite({ capture, diff }), conclusion, checkRunUrl });
    }
    return suites;
  } catch (error) {
    const { code, message } = describeError(error, null);
    throw new CliError(
      code,
      `session ${sessionId} was completed, but its results cannot be read: ${message}`,
      { cause: error },
    );
  }
}

/**
 * Completes a session and reads what its suites are.
 * @throws CliError NO_SNAPSHOTS and others, SvcError where it was not completed
 */
export async function endSession(
  client: SvcClient,
  sessionId: string,
  end: SessionEnd,
): Promise<EndedSession> {
  const completed = await client.completeSession(sessionId, end).catch((error) => {
    // No plugin asked for the session, so it never came to be.
    if (!(error instanceof SvcError && error.code === 'SESSION_NOT_FOUND')) throw error;
    if (end.allowEmpty) return null;
    throw nothingArrived();
  });
  if (!completed) return { suites: [], conclusion: 'success', hasCheck: false };

  const suites = await readSuites(client, sessionId, completed);
  const hasArrived = suites.some(
    ({ snapshots: { completed, failed, carried } }) => completed + failed > carried,
  );
  if (!hasArrived && !end.allowEmpty) throw nothingArrived();
  const conclusion = concludeAll(suites.map((suite) => suite.conclusion));
  return { suites, conclusion, hasCheck: completed.hasCheck };
}
