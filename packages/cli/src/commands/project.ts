import type { Overview } from '@svc/schema';
import { callService, SvcError } from '@svc/sdk';
import type { Command } from 'commander';
import { apiUrlOf, findCredential } from '../access/findCredential.js';
import { linkProject, readLinkedProject } from '../access/linkedProject.js';
import { serverOf } from '../access/storedLogins.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addApiUrlFlag } from '../flags.js';
import { userAgent } from '../version.js';

interface ProjectFlags {
  apiUrl?: string;
}

export function addProject(program: Command, run: Run): void {
  const command = program
    .command('project')
    .summary('show the project that this git repository is linked to')
    .description('Shows the project that this git repository is linked to; `svc project set` links it.')
    .enablePositionalOptions();
  addApiUrlFlag(command).action((flags: ProjectFlags) => run((context) => show(flags, context)));

  const set = command
    .command('set')
    .summary('link this git repository to a project')
    .description(
      'Links this git repository to a project of a server, for commands that use the login of `svc login`.',
    )
    .argument('<org/project>', 'project, such as acme/web');
  addApiUrlFlag(set)
    .addHelpText(
      'after',
      `
The link is written to .git/config (svc.<server>.project): all worktrees share it, and it is never committed.
SVC_PROJECT overrides it. An API key belongs to one project and needs no link.

Examples:
  $ svc project set acme/web
  $ svc project set acme/web --api-url https://svc.example.com`,
    )
    .action((project: string, flags: ProjectFlags) => run((context) => link(project, flags, context)));
}

async function show(flags: ProjectFlags, context: Context): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  const apiUrl = apiUrlOf(flags, context);
  const linked = await readLinkedProject(cwd, apiUrl);
  if (linked && env.SVC_PROJECT && env.SVC_PROJECT !== linked) {
    stderr.write(`svc: SVC_PROJECT=${env.SVC_PROJECT} overrides the link\n`);
  }
  stdout.write(
    linked
      ? `${linked} at ${serverOf(apiUrl)}\n`
      : `This folder is linked to no project of ${serverOf(apiUrl)}: svc project set <org>/<project>\n`,
  );
  return exitCodes.success;
}

const slug = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,63}$/;

async function link(project: string, flags: ProjectFlags, context: Context): Promise<number> {
  const { cwd, stdout } = context;
  if (!slug.test(project)) {
    throw new CliError('USAGE', `"${project}" is not a project: write <org>/<project>, such as acme/web`);
  }
  const apiUrl = apiUrlOf(flags, context);
  await refuseUnknown(project, apiUrl, context);
  const folder = await linkProject(cwd, apiUrl, project);
  stdout.write(`${folder} is linked to ${project} at ${serverOf(apiUrl)}\n`);
  return exitCodes.success;
}

/** Only a login can see whether there is such a project; without one, or without a connection, the link is taken as it is. */
async function refuseUnknown(project: string, apiUrl: string, context: Context): Promise<void> {
  const { stderr, signal } = context;
  const credential = await findCredential({ apiUrl }, context);
  if (credential?.kind !== 'login') {
    stderr.write('svc: nobody is signed in, so whether there is such a project was not checked\n');
    return;
  }
  const { apiKey, words } = credential;
  context.noteCredential(words);
  const call = { apiUrl, credential: apiKey, project, method: 'GET', path: '/api/v1/overview' } as const;
  try {
    const answer = { captures: 'array' } as const;
    await callService<Overview>({ ...call, answer, query: { limit: 1 }, maxRetries: 0, signal, userAgent });
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== 'NETWORK_ERROR') throw error;
    stderr.write(`svc: whether there is such a project was not checked: ${error.message}\n`);
  }
}
