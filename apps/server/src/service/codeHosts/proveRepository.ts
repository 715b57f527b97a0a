import type { SetCodeHostBody } from '@svc/schema';
import type { CodeHostConnection, HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { placeOf } from '../../domain/codeHosts/placeOf.js';
import { judgeByGrants } from '../../domain/codeHosts/repositoryGrants.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { findSubject } from '../../store/accounts/people.js';
import {
  type CodeRepositoryRow,
  findProven,
  insertRepository,
  numberRepository,
  renameRepository,
} from '../../store/codeHosts/codeRepositories.js';
import type { Database } from '../../store/database.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

type Parts = Pick<Resources, 'database' | 'codeHosts' | 'repositories'>;
export type RepositoryBody = Exclude<SetCodeHostBody, { kind: 'webhook' }>;

/** Where the repositories of Bitbucket Cloud are. */
export const bitbucketCloud = 'https://bitbucket.org';

/** Milliseconds that a host may take to say who may push. */
const patience = 15_000;

/** What speaks for a connection. */
export interface Evidence {
  place: string;
  path: string;
  /** Null where the host could not be asked. */
  repositoryId: string | null;
  /** Null where only an earlier proof of the organization can help. */
  proof: CodeRepositoryRow['proof'] | null;
}

const ofPerson = 'Use a token of somebody who may push to it';
const proofs: Readonly<Record<RepositoryBody['kind'], string>> = {
  github:
    'Install the GitHub App in the repository and link, on your account page, a GitHub account that may push to it',
  gitlab: `${ofPerson} (the role Developer or higher)`,
  gitea: ofPerson,
  bitbucket: `${ofPerson} (an API token with their email address)`,
  'bitbucket-data-center': ofPerson,
};

/**
 * One message, whether the repository is another organization's, does not exist, or nobody has said who may push to it:
 * it must tell nobody which it is.
 */
const unproven = ({ kind, repository }: RepositoryBody) =>
  new ServiceError(
    'FORBIDDEN',
    `svc could not confirm that you may connect ${repository}. ${proofs[kind]}; or ask the operator of this service to name it in SVC_CODE_HOST_REPOSITORIES. A repository belongs to one organization.`,
  );

/**
 * Gathers what shows that a project may speak for a repository: an operator says so, here or in
 * `SVC_CODE_HOST_REPOSITORIES`, or the host says that who connects it may push there.
 * @throws ServiceError VALIDATION_ERROR for an address that no host can have
 */
export async function gatherEvidence(
  parts: Parts,
  { project, principal }: ProjectAccess,
  given: RepositoryBody,
): Promise<Evidence> {
  const { githubPlace, grants } = parts.repositories;
  const place = placeIn(given);
  if (place === null) {
    const message = 'must be the address of the host, without a query';
    throw new ServiceError('VALIDATION_ERROR', `url: ${message}`, [{ path: 'url', message }]);
  }
  const account =
    given.kind === 'github' && principal.kind === 'person'
      ? ((await findSubject(parts.database, principal.id, 'github')) ?? null)
      : null;
  const found = await examine(parts, given, account);
  const path = found?.path ?? given.repository;
  const listed = judgeByGrants(grants, project.org, `${place}/${path}`);
  const isOperator = principal.kind === 'service' || (principal.kind === 'person' && principal.isOperator);
  return { place, path, repositoryId: found?.id ?? null, proof: proofOf() };

  function placeIn(body: RepositoryBody): string | null {
    if (body.kind === 'github') return githubPlace;
    return body.kind === 'bitbucket' ? bitbucketCloud : placeOf(body.url);
  }

  function proofOf(): Evidence['proof'] {
    if (isOperator) return 'operator';
    if (listed === 'granted') return 'list';
    return found?.mayPush && listed !== 'others' ? 'push' : null;
  }
}

/** Null where the host cannot be asked, or does not show the repository. */
async function examine(
  { codeHosts }: Parts,
  given: RepositoryBody,
  account: string | null,
): Promise<HostRepository | null> {
  const connection: CodeHostConnection = { ...given, repositoryId: null };
  try {
    return (await codeHosts.open(connection).examine?.(account, AbortSignal.timeout(patience))) ?? null;
  } catch (error) {
    if (error instanceof CodeHostError || (error as Error).name === 'TimeoutError') return null;
    throw error;
  }
}

/**
 * Makes a repository that of the project's organization, in the transaction that connects the project. Under
 * `lockRepositories`.
 * @returns the repository
 * @throws ServiceError FORBIDDEN when nothing proves it, or when it is another organization's
 */
export async function claimRepository(
  transaction: Database,
  { project, actor }: ProjectAccess,
  given: RepositoryBody,
  { place, path, repositoryId, proof }: Evidence,
): Promise<CodeRepositoryRow> {
  const known = await findProven(transaction, { place, path, repositoryId });
  if (!known) {
    if (proof === null || (repositoryId === null && proof === 'push')) throw unproven(given);
    const row = { place, path, repositoryId, org: project.org, proof, provenBy: actor };
    return insertRepository(transaction, row);
  }
  // What the organization has proved once holds for all its projects; a path alone proves nothing.
  const isProven = proof !== null || (repositoryId !== null && known.repositoryId === repositoryId);
  if (known.org !== project.org || !isProven) throw unproven(given);
  if (repositoryId !== null) {
    if (!(await numberRepository(transaction, known.id, repositoryId))) throw unproven(given);
    await renameRepository(transaction, known.id, path);
  }
  return known;
}
