import { randomUUID } from 'node:crypto';
import { getCiKey, hasCiIdentity } from '../ciKey.js';
import { type EnvironmentSession, sessionFromEnvironment } from '../environment/sessionFromEnvironment.js';
import { SvcClient } from '../SvcClient.js';
import { SvcError } from '../SvcError.js';
import type { CompletedSession } from '../types.js';

/** What the snapshots of this process go into. */
export interface OpenSession extends EnvironmentSession {
  client: SvcClient;
  sessionId: string;
}

const userAgent = 'svc-sdk-snapshot';

let opened: Promise<OpenSession> | null = null;
/** A session that nobody else completes. */
let ownId: string | null = null;
let hasUploads = false;

/** The session of `svc run` or `svc local`, of a set-up that this process inherits from, or else one of its own. */
export function openSession(): Promise<OpenSession> {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<OpenSession> {
  const session = await sessionFromEnvironment();
  const { apiKey, apiUrl, project } = session;
  const renews = hasCiIdentity();
  if (!apiKey && !renews)
    throw new SvcError({
      code: 'API_KEY_MISSING',
      message: 'no API key: set SVC_API_KEY, or run the tests with `svc run` or `svc local`',
      statusCode: 0,
    });
  const client = new SvcClient({
    apiKey: apiKey ?? '',
    apiUrl,
    project,
    userAgent,
    ...(renews ? { renewKey: async () => (await getCiKey({ apiUrl, project, userAgent })).key } : {}),
  });
  if (!session.sessionId) ownId = `ses_${randomUUID().replaceAll('-', '')}`;
  return { ...session, client, sessionId: session.sessionId ?? (ownId as string) };
}

/** Somebody has uploaded into the session of this process. */
export function noteUpload(): void {
  hasUploads = true;
}

/**
 * For the global set-up of a test runner with several processes: opens one session for all that begin from now on. Within
 * `svc run` or `svc local` it is theirs. Without an API key nothing happens.
 * @throws SvcError where branch or commit are not to be found
 */
export async function startSnapshots(): Promise<void> {
  try {
    const { sessionId } = await openSession();
    if (ownId) process.env.SVC_SESSION_ID = sessionId;
    // Others upload into it, of whom this process knows nothing.
    hasUploads = true;
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'API_KEY_MISSING')) throw error;
  }
}

/**
 * For the global tear-down, or the end of a process that runs alone: completes the session unless somebody else does.
 * @returns null where there is nothing to complete
 */
export async function completeSnapshots({
  exitCode = 0,
}: {
  exitCode?: number;
} = {}): Promise<CompletedSession | null> {
  const session = await opened;
  const id = ownId;
  opened = null;
  ownId = null;
  if (process.env.SVC_SESSION_ID === id) delete process.env.SVC_SESSION_ID;
  const isEmpty = !hasUploads;
  hasUploads = false;
  if (!session || !id || isEmpty) return null;
  const { client, branch, commit, checkout, shard, job, runKey, isLocal } = session;
  const run = { branch, commit, checkout, shard, job, runKey, ...(isLocal ? { isLocal } : {}) };
  return client.completeSession(id, { ...run, exitCode, allowEmpty: true });
}
