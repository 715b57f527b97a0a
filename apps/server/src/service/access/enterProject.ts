import { type Action, projectSlug } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import type { Database } from '../../store/database.js';
import { findProject, listSlugsOfName } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';
import type { PersonPrincipal, Requester } from './Principal.js';
import { accessProject, type ProjectAccess } from './ProjectAccess.js';
import { requireAction } from './requireAction.js';
import { roleIn } from './roleIn.js';

/**
 * A principal, within the project that is meant: a key's own, for a person the named one. A name without an organisation
 * is enough where it can only mean one project.
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
    if (named !== undefined && ![slugOf(principal.project), principal.project.name].includes(named)) {
      throw new ServiceError(
        'FORBIDDEN',
        `The API key "${principal.keyName}" belongs to a different project, not to ${named}`,
      );
    }
    const grant = { scopes: principal.scopes };
    requireAction(principal, grant, needs);
    return accessProject(principal.project, principal, grant);
  }
  const project = await findProject(database, await slugMeant(database, principal, named ?? ''));
  const role = project && (await roleIn(database, principal, project.org));
  // Who is not a member is not told that the project exists (R32).
  if (!project || !role) throw notFound('Project');
  const grant = { role };
  requireAction(principal, grant, needs);
  return accessProject(project, principal, grant);
}

/** A slug, also for the name of the only project of that name that a person may see. */
async function slugMeant(database: Database, person: PersonPrincipal, named: string): Promise<string> {
  if (projectSlug.safeParse(named).success) return named;
  if (named === '' || named.includes('/')) throw unclear('must be a project, as org/project');
  const [slug, ...others] = await listSlugsOfName(database, named, person.isOperator ? null : person.id);
  if (slug === undefined) throw notFound('Project');
  if (others.length > 0) throw unclear(`must be one of ${[slug, ...others].join(', ')}`);
  return slug;
}

const unclear = (message: string) =>
  new ServiceError('VALIDATION_ERROR', `X-Svc-Project ${message}`, [{ path: 'X-Svc-Project', message }]);
