import type { ApiKey, AuditEntry, OperationName } from '@svc/schema';
import { invitationToken } from './AccessFixtures.js';
import { type Call, type Handler, Refused } from './Call.js';
import type { Fixtures } from './Fixtures.js';

const identityOf = ({ access }: Fixtures) => ({
  kind: 'user',
  name: access.account.name,
  project: null,
  isOperator: access.account.isOperator,
});

const organisationOf = ({ access }: Fixtures) => ({
  name: 'acme',
  role: access.role,
  may: access.may,
  createdAt: '2026-01-01T00:00:00Z',
});

const invalid = (path: string, message: string) =>
  new Refused(400, 'VALIDATION_ERROR', `${path}: ${message}`, [{ path, message }]);

const invitationOver = () =>
  new Refused(403, 'TOKEN_INVALID', 'This invitation has been used, was taken back or is over.');

/** A page of `limit` after the entry that the cursor names by its place. */
function page<Row>(rows: Row[], query: URLSearchParams): { rows: Row[]; nextCursor: string | null } {
  const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50)];
  const end = from + limit;
  return { rows: rows.slice(from, end), nextCursor: end < rows.length ? String(end) : null };
}

function auditPage(entries: AuditEntry[], { query }: Call) {
  const [kind, by] = [query.get('kind'), query.get('by')];
  const meant = entries.filter(
    ({ action, actorId }) =>
      (kind === null || action.startsWith(`${kind}.`)) && (by === null || actorId === by),
  );
  const { rows, nextCursor } = page(meant, query);
  return { entries: rows, nextCursor };
}

/** Answers of the operations about signing in, accounts, members, keys and settings. */
export const accessHandlers: Partial<Record<OperationName, Handler>> = {
  whoAmI: identityOf,
  getSignInOptions: ({ access }) => access.options,
  signInWithPassword: (fixtures, { body }) => {
    const { email, password } = body as { email: string; password: string };
    if (email !== fixtures.access.account.email || password !== fixtures.access.password) {
      throw new Refused(401, 'UNAUTHORIZED', 'E-mail address or password is wrong');
    }
    fixtures.signedIn = true;
    return identityOf(fixtures);
  },
  signUp: (fixtures, { body }) => {
    const { name, email, invitation } = body as { name: string; email: string; invitation?: string };
    if (email === fixtures.access.account.email) {
      throw new Refused(
        409,
        'NAME_TAKEN',
        'There is an account with this e-mail address; sign in, or use another',
      );
    }
    if (invitation !== undefined && invitation !== invitationToken) throw invitationOver();
    Object.assign(fixtures.access.account, { name, email, identities: [] });
    fixtures.signedIn = true;
    return identityOf(fixtures);
  },
  readInvitation: ({ access }, { body }) => {
    if ((body as { token: string }).token !== invitationToken) throw invitationOver();
    return access.offer;
  },
  acceptInvitation: (fixtures, { body }) => {
    if ((body as { token: string }).token !== invitationToken) throw invitationOver();
    fixtures.access.role = fixtures.access.offer.role;
    return organisationOf(fixtures);
  },
  getCliLogin: ({ access }, { code }) => {
    const login = access.cliLogins.get(code);
    if (!login) throw new Refused(404, 'LOGIN_NOT_FOUND', 'Login not found');
    return login;
  },
  decideCliLogin: ({ access }, { code, body }) => {
    const login = access.cliLogins.get(code);
    if (!login) throw new Refused(404, 'LOGIN_NOT_FOUND', 'Login not found');
    access.cliLogins.delete(code);
    const outcome = (body as { allow: boolean }).allow ? 'code=once' : 'error=access_denied';
    return { redirectUrl: login.isLoopback ? `http://127.0.0.1:9/callback?${outcome}` : null };
  },

  getAccount: ({ access }) => access.account,
  changeAccount: ({ access }, { body }) => Object.assign(access.account, body),
  changePassword: ({ access }, { body }) => {
    const { currentPassword, newPassword, email } = body as {
      currentPassword?: string;
      newPassword: string;
      email?: string;
    };
    if (access.account.hasPassword && currentPassword !== access.password) {
      throw invalid('currentPassword', 'is wrong');
    }
    if (!email && !access.account.email) throw invalid('email', 'say with which e-mail address to sign in');
    access.password = newPassword;
    Object.assign(access.account, { hasPassword: true, email: email ?? access.account.email });
    access.signIns = access.signIns.filter(({ isCurrent }) => isCurrent);
    return {};
  },
  linkIdentity: ({ access }, { provider }) => {
    access.account.identities.push({ provider, name: 'ada', createdAt: new Date().toISOString() });
    return { url: '/account' };
  },
  unlinkIdentity: ({ access }, { provider }) => {
    access.account.identities = access.account.identities.filter((one) => one.provider !== provider);
    return access.account;
  },
  listSignIns: ({ access }) => ({ signIns: access.signIns }),
  endSignIn: ({ access }, { id }) => {
    access.signIns = access.signIns.filter((one) => one.id !== id);
    return { signIns: access.signIns };
  },
  signOutEverywhere: (fixtures) => {
    fixtures.signedIn = false;
    return {};
  },

  listOrganisations: (fixtures) => ({ organisations: [organisationOf(fixtures)] }),
  createOrganisation: (fixtures, { body }) => ({
    ...organisationOf(fixtures),
    name: (body as { name: string }).name,
  }),
  createProject: (fixtures, { body }) => {
    const project = {
      slug: `acme/${(body as { name: string }).name}`,
      defaultBranch: 'main',
      createdAt: new Date().toISOString(),
    };
    fixtures.projects.push({ ...project, lastActivityAt: project.createdAt });
    return project;
  },
  listMembers: ({ access }) => ({ members: access.members }),
  changeRole: ({ access }, { id, body }) => {
    const member = access.members.find((one) => one.id === id);
    if (!member) throw new Refused(404, 'MEMBER_NOT_FOUND', 'Member not found');
    const owners = access.members.filter(({ role }) => role === 'owner');
    const { role } = body as { role: typeof member.role };
    if (member.role === 'owner' && role !== 'owner' && owners.length === 1) {
      throw new Refused(
        409,
        'LAST_OWNER',
        `${member.name} is the last owner of acme; make somebody else an owner first`,
      );
    }
    member.role = role;
    return { members: access.members };
  },
  removeMember: ({ access }, { id }) => {
    access.members = access.members.filter((one) => one.id !== id);
    return { members: access.members };
  },
  listInvitations: ({ access }) => ({ invitations: access.invitations }),
  invite: ({ access }, { body }) => {
    const { role, expiresInDays } = body as { role: 'viewer'; expiresInDays: number };
    const made = {
      id: `inv_${access.invitations.length + 1}`,
      role,
      createdBy: `user:${access.account.name}`,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + expiresInDays * 86_400_000).toISOString(),
    };
    access.invitations = [made, ...access.invitations];
    return { ...made, url: `http://fixtures.invalid/invitation#${invitationToken}` };
  },
  revokeInvitation: ({ access }, { id }) => {
    access.invitations = access.invitations.filter((one) => one.id !== id);
    return { invitations: access.invitations };
  },

  getSettings: ({ access }) => access.settings,
  changeSettings: ({ access }, { body }) => Object.assign(access.settings, body),
  getUsage: ({ access }) => access.usage,
  listKeys: ({ access }, { query }) => {
    const { rows, nextCursor } = page(access.keys, query);
    return { keys: rows, nextCursor };
  },
  createKey: ({ access }, { body }) => {
    const { name, scopes, expiresInDays } = body as Pick<ApiKey, 'name' | 'scopes'> & {
      expiresInDays?: number;
    };
    const made: ApiKey = {
      id: `key_${access.keys.length + 1}`,
      name,
      prefix: 'svc_nEw0',
      scopes,
      createdBy: `user:${access.account.name}`,
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
      expiresAt: expiresInDays ? new Date(Date.now() + expiresInDays * 86_400_000).toISOString() : null,
      revokedAt: null,
    };
    access.keys = [made, ...access.keys];
    return { ...made, secret: `svc_nEw0${'x'.repeat(39)}` };
  },
  revokeKey: ({ access }, { id }) => {
    const key = access.keys.find((one) => one.id === id);
    if (!key) throw new Refused(404, 'KEY_NOT_FOUND', 'Key not found');
    key.revokedAt = new Date().toISOString();
    return key;
  },
  getCodeHost: ({ access }) => ({ codeHost: access.codeHost }),
  setCodeHost: ({ access }, { body }) => {
    access.codeHost = {
      ...{ repository: null, url: null },
      ...(body as NonNullable<typeof access.codeHost>),
      updatedAt: new Date().toISOString(),
    };
    return { codeHost: access.codeHost };
  },
  removeCodeHost: ({ access }) => {
    access.codeHost = null;
    return {};
  },
  listCheckRuns: ({ access }) => ({ checkRuns: access.checkRuns }),
  listAudit: ({ access }, call) =>
    auditPage(
      access.audit.filter(({ project }) => project !== null),
      call,
    ),
  listOrganisationAudit: ({ access }, call) => auditPage(access.audit, call),
};
