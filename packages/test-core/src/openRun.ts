import { randomUUID } from 'node:crypto';
import {
  type EnvironmentSession,
  getCiKey,
  hasCiIdentity,
  SvcClient,
  sessionFromEnvironment,
} from '@svc/sdk';
import { SnapshotRun } from './SnapshotRun.js';

export interface RunOptions {
  /** `i/n`, where the runner knows it and the environment says nothing. */
  shard?: string | undefined;
  /** The plugin and its version, such as `svc-playwright/0.14.0`. */
  userAgent: string;
  /** The process's own if absent. */
  env?: Record<string, string | undefined>;
}

const noKey =
  'no API key: set SVC_API_KEY, or run the tests with `svc run` or `svc local`. Snapshots are not uploaded.';

/**
 * What the tests of this process upload into: the session of `svc run` or `svc local`, or one of their own.
 * @returns a reason in words where there is nothing to upload with
 * @throws SvcError where branch or commit are not to be found, or the address is none
 */
export async function openRun({
  shard,
  userAgent,
  env = process.env,
}: RunOptions): Promise<SnapshotRun | string> {
  const renews = hasCiIdentity(env);
  if (!env.SVC_API_KEY?.trim() && !renews) return noKey;
  const session: EnvironmentSession = await sessionFromEnvironment(
    env,
    env.SVC_SHARD?.trim() ? {} : { shard },
  );
  const { apiKey = '', apiUrl, project, sessionId, ...rest } = session;
  const client = new SvcClient({
    apiKey,
    apiUrl,
    project,
    userAgent,
    ...(renews ? { renewKey: async () => (await getCiKey({ apiUrl, project, env, userAgent })).key } : {}),
  });
  const { autoApprove, isLocal, ...run } = rest;
  return new SnapshotRun(client, {
    fields: {
      ...run,
      sessionId: sessionId ?? `ses_${randomUUID().replaceAll('-', '')}`,
      ...(autoApprove ? { autoApprove } : {}),
      ...(isLocal ? { isLocal } : {}),
    },
    isOwn: sessionId === undefined,
  });
}
