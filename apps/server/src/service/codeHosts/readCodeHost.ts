import type { CodeHostAnswer } from '@svc/schema';
import { findCodeHost } from '../../store/codeHosts/codeHosts.js';
import { findRepository } from '../../store/codeHosts/codeRepositories.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Where the project shows its check runs, without secrets; null when it shows none. */
export async function readCodeHost(
  { database }: Pick<Resources, 'database'>,
  { project }: Pick<ProjectAccess, 'project'>,
): Promise<CodeHostAnswer> {
  const row = await findCodeHost(database, project.id);
  if (!row) return { codeHost: null };
  const { kind, repository, url, comment, approvers, codeRepositoryId } = row;
  const proven = codeRepositoryId === null ? undefined : await findRepository(database, codeRepositoryId);
  return {
    codeHost: {
      kind,
      repository,
      url,
      checkName: row.checkName,
      comment,
      approvers: approvers ?? 'write',
      proof: kind === 'webhook' ? 'not-needed' : (proven?.proof ?? null),
      updatedAt: row.updatedAt.toISOString(),
    },
  };
}
