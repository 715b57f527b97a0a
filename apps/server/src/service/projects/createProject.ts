import type { Project } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { insertProject } from '../../store/projects/projects.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentProject } from './readProjects.js';

/** @throws ServiceError NAME_TAKEN */
export const createProject = (
  { database }: Pick<Resources, 'database'>,
  access: OrganisationAccess,
  name: string,
): Promise<Project> =>
  database.transaction().execute(async (transaction) => {
    const project = await insertProject(transaction, { org: access.org, name });
    if (!project) throw new ServiceError('NAME_TAKEN', `There is a project "${access.org}/${name}" already`);
    const { actor, namespace } = access;
    await noteInAudit(transaction, { actor, namespace, project }, 'project.created', { target: name });
    return presentProject(project);
  });
