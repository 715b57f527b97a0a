import { type Action, projectSlug } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import { findProject } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';
import type { Requester } from './Principal.js';
import { accessProject, type ProjectAccess } from './ProjectAccess.js';
import { requireAction } from './requireAction.js';
import { roleIn } from './roleIn.js';

/**
 * A principal, within the project that is meant: a key's own, for a person the named one.
 * @param needs what the principal must be allowed to do there
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function enterProject(
  { database }: Pick<Resources, 'database'>,
  principal: Requester,
  named: string | undefined,
  needs: Action,
): Promise<ProjectAccess> {
  if (principal.kind === 'key') {
    if (named !== undefined && named !== slugOf(principal.project)) {
      throw new ServiceError(
        'FORBIDDEN',
        `The API key "${principal.keyName}" belongs to another project than ${named}`,
      );
    }
    const grant = { scopes: principal.scopes };
    requireAction(principal, grant, needs);
    return accessProject(principal.project, principal, grant);
  }
  const slug = projectSlug.safeParse(named);
  if (!slug.success) {
    const message = 'say which project is meant, as org/project';
    throw new ServiceError('VALIDATION_ERROR', `X-Svc-Project: ${message}`, [
      { path: 'X-Svc-Project', message },
    ]);
  }
  const project = await findProject(database, slug.data);
  const role = project && (await roleIn(database, principal, project.org));
  // Who is no member is not told that the project exists (R32).
  if (!project || !role) throw notFound('Project');
  const grant = { role };
  requireAction(principal, grant, needs);
  return accessProject(project, principal, grant);
}
