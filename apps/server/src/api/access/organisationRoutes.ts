import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readAudit } from '../../service/audit/readAudit.js';
import { acceptInvitation, readInvitation } from '../../service/organisations/acceptInvitation.js';
import { createOrganisation } from '../../service/organisations/createOrganisation.js';
import { invite, readInvitations, withdrawInvitation } from '../../service/organisations/invitations.js';
import { changeMember, readMembers } from '../../service/organisations/members.js';
import { readOrganisation, readOrganisations } from '../../service/organisations/readOrganisations.js';
import { createProject } from '../../service/projects/createProject.js';
import type { Resources } from '../../service/Resources.js';
import { paginate, places, readCursor } from '../cursor.js';
import { serve } from '../serve.js';

export function organisationRoutes(app: FastifyInstance, resources: Resources): void {
  const { database } = resources;

  serve(app, resources, operations.listOrganisations, async ({ principal }) => ({
    organisations: await readOrganisations(resources, principal),
  }));
  serve(app, resources, operations.createOrganisation, ({ principal, body }) =>
    createOrganisation(resources, principal, body.name),
  );
  serve(app, resources, operations.createProject, ({ access, body }) =>
    createProject(resources, access, body.name),
  );

  serve(app, resources, operations.listMembers, async ({ access }) => ({
    members: await readMembers(database, access.org),
  }));
  serve(app, resources, operations.changeRole, async ({ access, params, body }) => ({
    members: await changeMember(resources, access, params.id, body.role),
  }));
  serve(app, resources, operations.removeMember, async ({ access, params }) => ({
    members: await changeMember(resources, access, params.id, null),
  }));

  serve(app, resources, operations.listInvitations, async ({ access }) => ({
    invitations: await readInvitations(resources, access),
  }));
  serve(app, resources, operations.invite, ({ access, body }) => invite(resources, access, body));
  serve(app, resources, operations.revokeInvitation, async ({ access, params }) => {
    await withdrawInvitation(resources, access, params.id);
    return { invitations: await readInvitations(resources, access) };
  });
  serve(app, resources, operations.readInvitation, ({ body }) => readInvitation(resources, body.token));
  serve(app, resources, operations.acceptInvitation, async ({ principal, body }) => {
    const org = await database
      .transaction()
      .execute((transaction) => acceptInvitation(transaction, principal, body.token));
    return readOrganisation(resources, principal, org);
  });

  serve(app, resources, operations.listOrganisationAudit, async ({ access, query }) => {
    const { limit, cursor, kind, by } = query;
    const page = { before: readCursor(cursor, places.number), limit: limit + 1, kind, by };
    const found = await readAudit(resources, { org: access.org }, page);
    const { page: entries, nextCursor } = paginate(found, limit, (entry) => entry.id);
    return { entries, nextCursor };
  });
}
