import type { CodeHostKind } from '@svc/schema';
import type { CodeHost, CodeHostConnection } from '../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';
import { slugOf } from '../domain/slugOf.js';
import { bytesOf } from '../store/bytea.js';
import type { CodeHostRow } from '../store/codeHosts/codeHosts.js';
import {
  type CodeRepositoryRow,
  findRepository,
  lockRepositories,
  numberRepository,
} from '../store/codeHosts/codeRepositories.js';
import type { ProjectRow } from '../store/projects/projects.js';
import type { Resources } from './Resources.js';

type Parts = Pick<Resources, 'database' | 'codeHosts' | 'vault'>;

/**
 * The code host of a project, with its secret. A repository is reached only when somebody has proved that the project
 * may speak for it, and only as long as it is the one that was meant.
 * @throws SealBroken, CodeHostError when the deployment is not set up for it, or nothing proves the connection
 */
export async function openCodeHost(
  { database, codeHosts, vault }: Parts,
  project: ProjectRow,
  row: CodeHostRow,
  signal: AbortSignal,
): Promise<CodeHost> {
  const secret = row.secret === null ? '' : vault.open(bytesOf(row.secret), project.id);
  if (row.kind === 'webhook') {
    return codeHosts.open({ kind: row.kind, url: row.url ?? '', project: slugOf(project), secret });
  }
  const { kind } = row;
  const repository =
    row.codeRepositoryId === null ? undefined : await findRepository(database, row.codeRepositoryId);
  if (!repository) throw unconfirmed(row);
  const open = (repositoryId: string | null) =>
    codeHosts.open(
      connectionTo({ kind, repository: row.repository }, { ...repository, repositoryId }, secret),
    );
  const host = open(repository.repositoryId);
  if (repository.repositoryId !== null || host.examine === null) return host;

  // An operator has named it while the host could not be asked: it is held to the number that it has now.
  const { id } = await host.examine(null, signal);
  await database.transaction().execute(async (transaction) => {
    await lockRepositories(transaction);
    if (!(await numberRepository(transaction, repository.id, id))) throw unconfirmed(row);
  });
  return open(id);
}

const unconfirmed = ({ repository }: CodeHostRow) =>
  new CodeHostError(
    `Nobody has confirmed that this project may speak for ${repository}. Connect it again in the project settings, or run \`svc-server code-host confirm\`.`,
    { final: true },
  );

function connectionTo(
  { kind, repository }: Pick<CodeHostRow, 'repository'> & { kind: Exclude<CodeHostKind, 'webhook'> },
  { place, repositoryId }: CodeRepositoryRow,
  secret: string,
): CodeHostConnection {
  const at = { repository: repository ?? '', repositoryId };
  if (kind === 'github') return { kind, ...at };
  if (kind === 'bitbucket') return { kind, token: secret, ...at };
  return { kind, url: place, token: secret, ...at };
}
