import type { Env } from '../ci/CiRun.js';
import { textOf } from './textOf.js';

/** What the variables `SVC_*` say of the service and of the session. */
export interface SvcVariables {
  apiKey: string | undefined;
  apiUrl: string | undefined;
  /** `org/project`. */
  project: string | undefined;
  sessionId: string | undefined;
  autoApprove: boolean;
  isLocal: boolean;
}

const flagOf = (value: string | undefined) => value === 'true';

export const readVariables = (env: Env): SvcVariables => ({
  apiKey: textOf(env.SVC_API_KEY),
  apiUrl: textOf(env.SVC_API_URL),
  project: textOf(env.SVC_PROJECT),
  sessionId: textOf(env.SVC_SESSION_ID),
  autoApprove: flagOf(env.SVC_AUTO_APPROVE),
  isLocal: flagOf(env.SVC_LOCAL),
});
