import type { Overview } from '@svc/schema';
import { callService, type ServiceCall, SvcError } from '@svc/sdk';
import type { Credential } from '../access/findCredential.js';
import { requireCredential } from '../access/resolveService.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { userAgent } from '../version.js';
import { type Finding, failed, failedBy, ok } from './Finding.js';

interface Identity {
  kind: 'key' | 'user';
  name: string;
  project: string | null;
  scopes?: string[];
}

const read = <T>(
  { apiUrl, apiKey }: Credential,
  call: Pick<ServiceCall<T>, 'path' | 'answer' | 'project' | 'query'>,
  { signal }: Context,
): Promise<T> =>
  callService({ apiUrl, credential: apiKey, method: 'GET', signal, userAgent, maxRetries: 0, ...call });

async function examineProject(
  credential: Credential,
  own: string | null,
  context: Context,
): Promise<Finding> {
  const project = own ?? credential.project;
  if (!project) {
    const advice = 'link this repository with `svc project set <org>/<project>`, or set SVC_PROJECT';
    return failed('project', 'no project is set, and the login can access several', advice);
  }
  try {
    const query = { limit: 1 };
    await read<Overview>(
      credential,
      { path: '/api/v1/overview', answer: { captures: 'array' }, project, query },
      context,
    );
    return ok(
      'project',
      own ? `${project}, the project of the key` : `${project}, from ${credential.projectFrom}`,
    );
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const advice = 'check the name, and that you are a member: `svc project` lists yours';
    return failed('project', `${project}: ${error.message}`, advice);
  }
}

/**
 * Whether the service knows the key or login, what it may do, and the project that it means.
 * @param isReachable without the service only what is here is looked at
 */
export async function examineAccess(
  flags: ServiceFlags,
  isReachable: boolean,
  context: Context,
): Promise<Finding[]> {
  try {
    const credential = await requireCredential(flags, context);
    if (!isReachable) return [ok('key', `${credential.words}, not checked`)];
    const {
      kind,
      name,
      project,
      scopes = [],
    } = await read<Identity>(
      credential,
      { path: '/api/v1/me', answer: { kind: 'string', name: 'string' } },
      context,
    );
    const who = kind === 'key' ? `API key "${name}" (scopes: ${scopes.join(', ')})` : name;
    return [
      ok('key', `${who}, using ${credential.words}`),
      await examineProject(credential, project, context),
    ];
  } catch (error) {
    if (error instanceof CliError) return [failedBy('key', error, 'set SVC_API_KEY, or run `svc login`')];
    if (!(error instanceof SvcError)) throw error;
    const advice =
      error.statusCode === 401
        ? 'create a new key in the settings of the project, or run `svc login` again'
        : 'see the access section of docs/ci.md';
    return [failed('key', error.message, advice)];
  }
}
