import { type SetCodeHostBody, setCodeHostBody } from '@svc/schema';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { readCheckRuns } from '../service/codeHosts/readCheckRuns.js';
import { readCodeHost } from '../service/codeHosts/readCodeHost.js';
import { removeCodeHost, setCodeHost } from '../service/codeHosts/setCodeHost.js';
import { ConfigError } from '../settings/ConfigError.js';
import type { Database } from '../store/database.js';
import { findProject } from '../store/projects/projects.js';
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
  { withDatabase, openVault, print }: CommandContext,
  slug: string,
  settings: object,
): Promise<void> {
  const body = parse(settings);
  const vault = await openVault();
  await withDatabase(async (database) => {
    await setCodeHost({ database, vault }, accessAsServer(await projectOf(database, slug)), body);
    await printCodeHost(database, slug, print);
  });
}

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
