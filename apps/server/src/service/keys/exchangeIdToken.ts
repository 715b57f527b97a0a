import type { ExchangedKey, ExchangeIdTokenBody } from '@svc/schema';
import type { CiIdentity } from '../../domain/access/CiIssuers.js';
import { bindingOf } from '../../domain/access/readCiClaims.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import { findProven, lockRepositories, numberRepository } from '../../store/codeHosts/codeRepositories.js';
import type { Database } from '../../store/database.js';
import { findConnectedProjects, insertCiKey } from '../../store/keys/ciKeys.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

const minutes = 15;

/**
 * Gives a run of CI a key for its identity token, held to its repository and ref. The token may be exchanged again while
 * it is valid, as each command of a job does.
 * @throws ServiceError TOKEN_INVALID, ISSUER_UNAVAILABLE, PROJECT_NOT_FOUND, VALIDATION_ERROR
 */
export async function exchangeIdToken(
  { database, ciIssuers }: Pick<Resources, 'database' | 'ciIssuers'>,
  { token, project: named }: ExchangeIdTokenBody,
): Promise<ExchangedKey> {
  const identity = await ciIssuers.identify(token);
  const { kind, repository, repositoryId, run, event } = identity;
  return database.transaction().execute(async (transaction) => {
    const connected = await findConnected(transaction, identity);
    const project = choose(connected, named, identity);
    const binding = bindingOf(identity, project.defaultBranch);
    // A key of the same name has the same rights, and adds to the same sessions.
    const name = `${repository} ${binding.branch === null ? `run ${run}` : binding.ref}`;
    const { id, secret, expiresAt } = await insertCiKey(transaction, {
      projectId: project.id,
      name,
      binding,
      minutes,
    });
    const by = { project, actor: `ci:${repository}`, namespace: `ci:${kind}:${repositoryId}` };
    const details = { ref: binding.ref, branch: binding.branch, run, event };
    await noteInAudit(transaction, by, 'key.exchanged', { target: id, details });
    return {
      key: secret,
      expiresAt: expiresAt.toISOString(),
      project: slugOf(project),
      repository,
      branch: binding.branch,
    };
  });
}

/**
 * The projects of the repository that a token is of, by its number: its name may have been another's. One that an
 * operator has named while the host could not be asked is held to the number that its first token tells.
 */
async function findConnected(
  transaction: Database,
  { place, repository: path, repositoryId }: CiIdentity,
): Promise<ProjectRow[]> {
  const known = await findProven(transaction, { place, path, repositoryId });
  if (!known) return [];
  if (known.repositoryId === null) {
    await lockRepositories(transaction);
    if (!(await numberRepository(transaction, known.id, repositoryId))) return [];
  }
  return findConnectedProjects(transaction, known.id);
}

function choose(
  connected: readonly ProjectRow[],
  named: string | undefined,
  { kind, repository }: CiIdentity,
): ProjectRow {
  const fitting =
    named === undefined ? connected : connected.filter((one) => [slugOf(one), one.name].includes(named));
  const [project, another] = fitting;
  const host = kind === 'github' ? 'GitHub' : 'GitLab';
  if (!project) {
    throw new ServiceError(
      'PROJECT_NOT_FOUND',
      `${named === undefined ? 'No project here' : `No project ${named} here`} is connected to the repository ` +
        `${repository} of that ${host}; connect it in the project settings, or with \`svc-server code-host\``,
    );
  }
  if (!another) return project;
  const message = `several projects are connected to ${repository}; say which: ${fitting.map(slugOf).join(', ')}`;
  throw new ServiceError('VALIDATION_ERROR', `project: ${message}`, [{ path: 'project', message }]);
}
