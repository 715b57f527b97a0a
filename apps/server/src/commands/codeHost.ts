import { type SetCodeHostBody, setCodeHostBody } from '@svc/schema';
import { ServiceError } from '../domain/ServiceError.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { readCheckRuns } from '../service/codeHosts/readCheckRuns.js';
import { readCodeHost } from '../service/codeHosts/readCodeHost.js';
import { removeCodeHost, setCodeHost } from '../service/codeHosts/setCodeHost.js';
import { ConfigError } from '../settings/ConfigError.js';
import { bytesOf } from '../store/bytea.js';
import { findCodeHost } from '../store/codeHosts/codeHosts.js';
import { listConnections } from '../store/codeHosts/codeRepositories.js';
import type { Database } from '../store/database.js';
import { findProject, type ProjectRow } from '../store/projects/projects.js';
import type { CommandContext } from './CommandContext.js';

// What `svc-server code-host` does. Each throws ConfigError when there is no such project.

/** Prints where a project shows its check runs, and which ones could not be shown. */
export const showCodeHost = (
  { withDatabase, print }: Pick<CommandContext, 'withDatabase' | 'print'>,
  slug: string,
): Promise<void> => withDatabase((database) => printCodeHost(database, slug, print));

/**
 * Sets where a project shows its check runs, and prints it.
 * @param settings as the API takes them
 * @throws ConfigError saying what is wrong with the settings
 */
export async function connectCodeHost(
  context: CommandContext,
  slug: string,
  settings: object,
): Promise<void> {
  const body = parse(settings);
  await context.withDatabase(async (database) => {
    await connect(context, database, await projectOf(database, slug), body);
    await printCodeHost(database, slug, context.print);
  });
}

async function connect(
  { openVault, openCodeHosts }: Pick<CommandContext, 'openVault' | 'openCodeHosts'>,
  database: Database,
  project: ProjectRow,
  body: SetCodeHostBody,
): Promise<void> {
  const resources = { database, vault: await openVault(), ...(await openCodeHosts()) };
  await setCodeHost(resources, accessAsServer(project), body).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.statusCode < 500)) throw error;
    const isTaken = error.code === 'FORBIDDEN';
    throw new ConfigError(
      isTaken
        ? 'The repository belongs to another organization here; `svc-server code-host list` says which.'
        : error.message,
    );
  });
}

/**
 * Confirms, on the operator's word, that a project may speak for the repository that it is connected to.
 * @throws ConfigError
 */
export const confirmCodeHost = (context: CommandContext, slug: string): Promise<void> =>
  context.withDatabase(async (database) => {
    const project = await projectOf(database, slug);
    const row = await findCodeHost(database, project.id);
    if (!row || row.kind === 'webhook') throw new ConfigError(`${slug} is not connected to a repository`);
    const { kind, repository, url, checkName, comment, approvers } = row;
    const secret =
      row.secret === null ? {} : { token: (await context.openVault()).open(bytesOf(row.secret), project.id) };
    const settings = { kind, repository, checkName, comment, approvers: approvers ?? 'write', ...secret };
    await connect(context, database, project, parse({ ...settings, ...(url === null ? {} : { url }) }));
    await printCodeHost(database, slug, context.print);
  });

/** Prints every connection of the installation, and what proves it. */
export const listCodeHosts = ({
  withDatabase,
  print,
}: Pick<CommandContext, 'withDatabase' | 'print'>): Promise<void> =>
  withDatabase(async (database) => {
    const connections = await listConnections(database);
    if (connections.length === 0) return print('No project is connected to a code host');
    for (const { org, name, kind, url, repository, proof, provenBy, repositoryId } of connections) {
      const at = [kind, url, repository, repositoryId && `(${repositoryId})`].filter(Boolean).join(' ');
      const by = proof === null ? 'NOT CONFIRMED: it gets no check runs' : `${proof}, ${provenBy}`;
      print(`${org}/${name}  ${at}${kind === 'webhook' ? '' : `  ${by}`}`);
    }
  });

export const disconnectCodeHost = ({ withDatabase, print }: CommandContext, slug: string): Promise<void> =>
  withDatabase(async (database) => {
    await removeCodeHost({ database }, accessAsServer(await projectOf(database, slug)));
    await printCodeHost(database, slug, print);
  });

async function printCodeHost(
  database: Database,
  slug: string,
  print: CommandContext['print'],
): Promise<void> {
  const project = await projectOf(database, slug);
  const { codeHost } = await readCodeHost({ database }, { project });
  if (!codeHost) return print(`${slug} shows no check runs`);
  print(JSON.stringify(codeHost, null, 2));
  const { checkRuns } = await readCheckRuns({ database }, { project }, { limit: 100 });
  const failed = checkRuns.filter((run) => run.error !== null);
  if (failed.length > 0) print('\nNot shown:');
  for (const { id, commit, suite, error } of failed) {
    print(`${id}  ${commit}  ${suite ?? '(commit)'}: ${error}`);
  }
}

async function projectOf(database: Database, slug: string) {
  const project = await findProject(database, slug);
  if (!project) throw new ConfigError(`There is no project ${slug}`);
  return project;
}

function parse(settings: object): SetCodeHostBody {
  const parsed = setCodeHostBody.safeParse(settings);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(lines.join('\n'));
}
