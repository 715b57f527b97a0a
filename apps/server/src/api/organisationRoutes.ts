import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readAudit } from '../service/audit/readAudit.js';
import { acceptInvitation, readInvitation } from '../service/organisations/acceptInvitation.js';
import { changeMember } from '../service/organisations/changeMember.js';
import { createOrganisation } from '../service/organisations/createOrganisation.js';
import { invite } from '../service/organisations/invite.js';
import { readInvitations } from '../service/organisations/readInvitations.js';
import { readMembers } from '../service/organisations/readMembers.js';
import { readOrganisation, readOrganisations } from '../service/organisations/readOrganisations.js';
import { withdrawInvitation } from '../service/organisations/withdrawInvitation.js';
import { createProject } from '../service/projects/createProject.js';
import type { Resources } from '../service/Resources.js';
import { paginate, readNumberCursor } from './cursor.js';
import { serve } from './serve.js';

export function organisationRoutes(app: FastifyInstance, resources: Resources): void {
  const { database } = resources;

  serve(app, resources, operations.listOrganisations, async ({ asker }) => ({
    organisations: await readOrganisations(resources, asker),
  }));
  serve(app, resources, operations.createOrganisation, ({ asker, body }) =>
    createOrganisation(resources, asker, body.name),
  );
  serve(app, resources, operations.createProject, ({ member, body }) =>
    createProject(resources, member, body.name),
  );

  serve(app, resources, operations.listMembers, async ({ member }) => ({
    members: await readMembers(database, member.org),
  }));
  serve(app, resources, operations.changeRole, async ({ member, params, body }) => ({
    members: await changeMember(resources, member, params.id, body.role),
  }));
  serve(app, resources, operations.removeMember, async ({ member, params }) => ({
    members: await changeMember(resources, member, params.id, null),
  }));

  serve(app, resources, operations.listInvitations, async ({ member }) => ({
    invitations: await readInvitations(resources, member),
  }));
  serve(app, resources, operations.invite, ({ member, body }) => invite(resources, member, body));
  serve(app, resources, operations.revokeInvitation, async ({ member, params }) => {
    await withdrawInvitation(resources, member, params.id);
    return { invitations: await readInvitations(resources, member) };
  });
  serve(app, resources, operations.readInvitation, ({ body }) => readInvitation(resources, body.token));
  serve(app, resources, operations.acceptInvitation, async ({ asker, body }) => {
    const org = await database
      .transaction()
      .execute((transaction) => acceptInvitation(transaction, asker, body.token));
    return readOrganisation(resources, asker, org);
  });

  serve(app, resources, operations.listOrganisationAudit, async ({ member, query }) => {
    const { limit, cursor, kind, by } = query;
    const page = { before: readNumberCursor(cursor), limit: limit + 1, kind, by };
    const found = await readAudit(resources, { org: member.org }, page);
    const { page: entries, nextCursor } = paginate(found, limit, (entry) => entry.id);
    return { entries, nextCursor };
  });
}
