import type { CodeHostAnswer } from '@svc/schema';
import { findCodeHost } from '../../store/codeHosts/codeHosts.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Where the project shows its check runs, without secrets; null when it shows none. */
export async function readCodeHost(
  { database }: Pick<Resources, 'database'>,
  { project }: Pick<ProjectAccess, 'project'>,
): Promise<CodeHostAnswer> {
  const row = await findCodeHost(database, project.id);
  if (!row) return { codeHost: null };
  const { kind, repository, url, comment, approvers } = row;
  return {
    codeHost: {
      kind,
      repository,
      url,
      checkName: row.checkName,
      comment,
      approvers: approvers ?? 'write',
      updatedAt: row.updatedAt.toISOString(),
    },
  };
}
