import { type Action, projectSlug } from '@svc/schema';
import { type Grant, mayDo } from '../../domain/access/mayDo.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import { findProject } from '../../store/projects/projects.js';
import type { Caller, Resources } from '../Resources.js';
import { actorOf } from './actorOf.js';
import { requireAction, roleIn } from './authorise.js';
import type { Asker } from './identify.js';

/** A caller who was let in, and by what. */
export interface Entered extends Caller {
  grant: Grant;
}

/**
 * Whoever asks, within the project that is meant: a key's own, for a person the named one.
 * @param needs what the caller must be allowed to do there
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function enterProject(
  { database }: Pick<Resources, 'database'>,
  asker: Asker,
  named: string | undefined,
  needs: Action,
): Promise<Entered> {
  if (asker.kind === 'key') {
    if (named !== undefined && named !== slugOf(asker.project)) {
      throw new ServiceError(
        'FORBIDDEN',
        `The API key "${asker.keyName}" belongs to another project than ${named}`,
      );
    }
    const grant = { scopes: asker.scopes };
    requireAction(asker, grant, needs);
    return {
      project: asker.project,
      ...actorOf(asker),
      grant,
      mayReview: mayDo(grant, 'review'),
      binding: asker.binding,
    };
  }
  const slug = projectSlug.safeParse(named);
  if (!slug.success) {
    const message = 'say which project is meant, as org/project';
    throw new ServiceError('VALIDATION_ERROR', `X-Svc-Project: ${message}`, [
      { path: 'X-Svc-Project', message },
    ]);
  }
  const project = await findProject(database, slug.data);
  const role = project && (await roleIn(database, asker, project.org));
  // Who is no member is not told that the project exists (R32).
  if (!project || !role) throw notFound('Project');
  const grant = { role };
  requireAction(asker, grant, needs);
  return { project, ...actorOf(asker), grant, mayReview: mayDo(grant, 'review'), binding: null };
}
