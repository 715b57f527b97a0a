import type { Overview } from '@svc/schema';
import { callService, SvcError } from '@svc/sdk';
import type { Command } from 'commander';
import type { Credential } from '../../access/findCredential.js';
import { requireCredential } from '../../access/resolveService.js';
import { serverOf } from '../../access/storedLogins.js';
import type { Context, Run } from '../../Context.js';
import { exitCodes } from '../../exitCodes.js';
import { addServiceFlags, type ServiceFlags } from '../../flags.js';
import { userAgent } from '../../version.js';

interface Identity {
  kind: 'key' | 'user';
  name: string;
  project: string | null;
  scopes?: string[];
}

export function addWhoami(program: Command, run: Run): void {
  const command = program
    .command('whoami')
    .summary('show who you are signed in as, and the linked project')
    .description(
      'Shows who you are signed in as, the server, the credential, and the project that commands use here.',
    );
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
svc uses the first of these: --api-key, SVC_API_KEY, the identity of the CI job, the login of \`svc login\`. A login needs a
project: SVC_PROJECT, or the project that the git repository is linked to.

Exit codes: 0 the service accepts the credential; 2 it does not, or there is none`,
    )
    .action((flags: ServiceFlags) => run((context) => whoami(flags, context)));
}

async function whoami(flags: ServiceFlags, context: Context): Promise<number> {
  const credential = await requireCredential(flags, context);
  const { apiUrl, apiKey, words } = credential;
  const identity = await callService<Identity>({
    apiUrl,
    credential: apiKey,
    method: 'GET',
    path: '/api/v1/me',
    answer: { kind: 'string', name: 'string' },
    signal: context.signal,
    userAgent,
  });
  const { kind, name, scopes = [] } = identity;
  context.stdout.write(
    [
      kind === 'key' ? `API key "${name}" (scopes: ${scopes.join(', ')})` : name,
      `server   ${serverOf(apiUrl)}`,
      `using    ${words}`,
      `project  ${await describeProject(credential, identity, context)}`,
      '',
    ].join('\n'),
  );
  return exitCodes.success;
}

async function describeProject(
  { apiUrl, apiKey, project, projectFrom }: Credential,
  identity: Identity,
  { signal }: Context,
): Promise<string> {
  if (identity.project) return `${identity.project}, the project of the key`;
  if (!project)
    return 'none: link this repository with `svc project set <org>/<project>`, or set SVC_PROJECT';
  try {
    const query = { limit: 1 };
    const call = { apiUrl, credential: apiKey, project, method: 'GET', path: '/api/v1/overview' } as const;
    await callService<Overview>({ ...call, query, answer: { captures: 'array' }, signal, userAgent });
    return `${project}, from ${projectFrom}`;
  } catch (error) {
    if (!(error instanceof SvcError && error.code === 'PROJECT_NOT_FOUND')) throw error;
    return `${project}, from ${projectFrom}: there is no such project, or you are not a member`;
  }
}
