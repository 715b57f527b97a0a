import { projectSlug } from '@svc/schema';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import { slugOf } from '../domain/slugOf.js';
import { findProject } from '../store/projects.js';
import type { Asker } from './identify.js';
import type { Caller, Resources } from './Resources.js';

/**
 * Whoever asks, within the project that is meant: a key's own, for a person the named one.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function enterProject(
  { database }: Pick<Resources, 'database'>,
  asker: Asker,
  named: string | undefined,
): Promise<Caller> {
  if (asker.kind === 'key') {
    if (named !== undefined && named !== slugOf(asker.project)) {
      throw new ServiceError('FORBIDDEN', `The API key belongs to another project than ${named}`);
    }
    return { project: asker.project, actor: `key:${asker.keyName}`, namespace: `key:${asker.keyId}` };
  }
  const slug = projectSlug.safeParse(named);
  if (!slug.success) {
    const message = 'say which project is meant, as org/project';
    throw new ServiceError('VALIDATION_ERROR', `X-Svc-Project: ${message}`, [
      { path: 'X-Svc-Project', message },
    ]);
  }
  const project = await findProject(database, slug.data);
  if (!project) throw notFound('Project');
  return { project, actor: `user:${asker.name}`, namespace: `user:${asker.id}` };
}
