import { callService } from './callService.js';
import type { Env } from './ci/CiRun.js';
import { defaultApiUrl } from './SvcClientOptions.js';
import { SvcError } from './SvcError.js';
import { textOfError } from './thrown.js';
import { userAgentOf } from './transport/userAgent.js';

/** A key that CI was given for its identity token. */
export interface CiKey {
  key: string;
  /** ISO 8601. */
  expiresAt: string;
  /** `org/project`. */
  project: string;
  repository: string;
  /** The only branch that the key captures for; null when all that it captures is ephemeral. */
  branch: string | null;
}

export interface CiKeyOptions {
  /** {@link defaultApiUrl} if absent. */
  apiUrl?: string | undefined;
  /** `org/project` or the name alone; needed where several projects are connected to the repository. */
  project?: string | undefined;
  /** The process's own if absent. */
  env?: Env | undefined;
  signal?: AbortSignal | undefined;
  /** The program that asks, for `User-Agent`; this SDK if absent. */
  userAgent?: string | undefined;
}

/** Whether this is a job of CI that can prove who it is: GitHub Actions with `id-token: write`, GitLab with `SVC_ID_TOKEN`. */
export const hasCiIdentity = (env: Env = process.env): boolean =>
  Boolean(env.SVC_ID_TOKEN || (env.ACTIONS_ID_TOKEN_REQUEST_URL && env.ACTIONS_ID_TOKEN_REQUEST_TOKEN));

/**
 * Exchanges the identity token of this job of CI for a key of 15 minutes; no secret is stored anywhere.
 * @throws SvcError `CI_IDENTITY_MISSING`, and what the service answers
 */
export async function getCiKey({
  apiUrl = defaultApiUrl,
  project,
  env = process.env,
  signal,
  userAgent,
}: CiKeyOptions = {}): Promise<CiKey> {
  const token = env.SVC_ID_TOKEN || (await askGithub({ apiUrl, env, signal, userAgent }));
  return callService<CiKey>({
    apiUrl,
    method: 'POST',
    path: '/api/v1/keys/exchange',
    answer: { key: 'string' },
    body: { token, ...(project ? { project } : {}) },
    userAgent,
    signal,
  });
}

const missing = (message: string, cause?: unknown) =>
  new SvcError({ code: 'CI_IDENTITY_MISSING', message, statusCode: 0, cause });

/** The runner signs tokens on demand; the audience is the service that is asked. */
async function askGithub({
  apiUrl,
  env,
  signal,
  userAgent: program,
}: Pick<CiKeyOptions, 'signal' | 'userAgent'> & { apiUrl: string; env: Env }): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: place, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = env;
  if (!place || !bearer || !URL.canParse(place)) {
    throw missing(
      'this job has no identity token: give it `permissions: id-token: write` (GitHub) or `id_tokens: SVC_ID_TOKEN` (GitLab)',
    );
  }
  const url = new URL(place);
  url.searchParams.set('audience', new URL(apiUrl).origin);
  const userAgent = userAgentOf(program);
  try {
    const response = await fetch(url, {
      headers: {
        authorization: `Bearer ${bearer}`,
        accept: 'application/json',
        ...(userAgent ? { 'user-agent': userAgent } : {}),
      },
      ...(signal ? { signal } : {}),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    if (
      typeof answer === 'object' &&
      answer !== null &&
      'value' in answer &&
      typeof answer.value === 'string'
    ) {
      return answer.value;
    }
    throw new Error(`it answered ${response.status}`);
  } catch (cause) {
    throw missing(`GitHub Actions gave this job no identity token: ${textOfError(cause)}`, cause);
  }
}
