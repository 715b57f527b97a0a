import type { AuditKind, ChangeSettingsBody, Role, Scope, SetCodeHostBody } from '@svc/schema';
import type { Answer } from './api.js';
import { request } from './request.js';

const enc = encodeURIComponent;
const ofOrg = (org: string, rest: string) => `/api/v1/organisations/${enc(org)}/${rest}`;

/** What the audit log is asked for: of a project, or of an organisation with all its projects. */
export interface AuditAsked {
  of: { project: string } | { org: string };
  kind: AuditKind | undefined;
  /** The id of an actor. */
  by: string | undefined;
}

/** The operations of the pages for signing in, accounts and settings. `project` is `org/project`. */
export const accessApi = {
  getSignInOptions: (signal?: AbortSignal) =>
    request<Answer<'getSignInOptions'>>({ path: '/api/v1/sign-in/options', signal }),
  signInWithPassword: (body: { email: string; password: string }) =>
    request<Answer<'signInWithPassword'>>({ method: 'POST', path: '/api/v1/sign-in/password', body }),
  signUp: (body: { name: string; email: string; password: string; invitation?: string }) =>
    request<Answer<'signUp'>>({ method: 'POST', path: '/api/v1/sign-up', body }),

  readInvitation: (token: string, signal?: AbortSignal) =>
    request<Answer<'readInvitation'>>({
      method: 'POST',
      path: '/api/v1/invitations/read',
      body: { token },
      signal,
    }),
  acceptInvitation: (token: string) =>
    request<Answer<'acceptInvitation'>>({
      method: 'POST',
      path: '/api/v1/invitations/accept',
      body: { token },
    }),

  getCliLogin: (code: string, signal?: AbortSignal) =>
    request<Answer<'getCliLogin'>>({ path: `/api/v1/cli-logins/${enc(code)}`, signal }),
  decideCliLogin: (code: string, allow: boolean) =>
    request<Answer<'decideCliLogin'>>({
      method: 'POST',
      path: `/api/v1/cli-logins/${enc(code)}/decide`,
      body: { allow },
    }),

  getAccount: (signal?: AbortSignal) => request<Answer<'getAccount'>>({ path: '/api/v1/me/account', signal }),
  changeAccount: (name: string) =>
    request<Answer<'changeAccount'>>({ method: 'POST', path: '/api/v1/me/account', body: { name } }),
  changePassword: (body: { currentPassword?: string; newPassword: string; email?: string }) =>
    request<Answer<'changePassword'>>({ method: 'POST', path: '/api/v1/me/password', body }),
  linkIdentity: (provider: string) =>
    request<Answer<'linkIdentity'>>({ method: 'POST', path: `/api/v1/me/identities/${enc(provider)}` }),
  unlinkIdentity: (provider: string) =>
    request<Answer<'unlinkIdentity'>>({ method: 'DELETE', path: `/api/v1/me/identities/${enc(provider)}` }),
  listSignIns: (signal?: AbortSignal) =>
    request<Answer<'listSignIns'>>({ path: '/api/v1/me/sign-ins', signal }),
  endSignIn: (id: string) =>
    request<Answer<'endSignIn'>>({ method: 'DELETE', path: `/api/v1/me/sign-ins/${enc(id)}` }),
  signOutEverywhere: () =>
    request<Answer<'signOutEverywhere'>>({ method: 'POST', path: '/api/v1/sign-out/everywhere' }),

  listOrganisations: (signal?: AbortSignal) =>
    request<Answer<'listOrganisations'>>({ path: '/api/v1/organisations', signal }),
  createOrganisation: (name: string) =>
    request<Answer<'createOrganisation'>>({ method: 'POST', path: '/api/v1/organisations', body: { name } }),
  createProject: (org: string, name: string) =>
    request<Answer<'createProject'>>({ method: 'POST', path: ofOrg(org, 'projects'), body: { name } }),
  listMembers: (org: string, signal?: AbortSignal) =>
    request<Answer<'listMembers'>>({ path: ofOrg(org, 'members'), signal }),
  changeRole: (org: string, id: string, role: Role) =>
    request<Answer<'changeRole'>>({
      method: 'POST',
      path: ofOrg(org, `members/${enc(id)}`),
      body: { role },
    }),
  removeMember: (org: string, id: string) =>
    request<Answer<'removeMember'>>({ method: 'DELETE', path: ofOrg(org, `members/${enc(id)}`) }),
  listInvitations: (org: string, signal?: AbortSignal) =>
    request<Answer<'listInvitations'>>({ path: ofOrg(org, 'invitations'), signal }),
  invite: (org: string, body: { role: Role; expiresInDays: number }) =>
    request<Answer<'invite'>>({ method: 'POST', path: ofOrg(org, 'invitations'), body }),
  revokeInvitation: (org: string, id: string) =>
    request<Answer<'revokeInvitation'>>({ method: 'DELETE', path: ofOrg(org, `invitations/${enc(id)}`) }),

  getSettings: (project: string, signal?: AbortSignal) =>
    request<Answer<'getSettings'>>({ path: '/api/v1/settings', project, signal }),
  changeSettings: (project: string, body: ChangeSettingsBody) =>
    request<Answer<'changeSettings'>>({ method: 'POST', path: '/api/v1/settings', project, body }),
  getUsage: (project: string, signal?: AbortSignal) =>
    request<Answer<'getUsage'>>({ path: '/api/v1/usage', project, signal }),
  listKeys: (project: string, cursor: string | null, signal?: AbortSignal) =>
    request<Answer<'listKeys'>>({
      path: '/api/v1/keys',
      project,
      query: { limit: 50, ...(cursor ? { cursor } : {}) },
      signal,
    }),
  createKey: (project: string, body: { name: string; scopes: Scope[]; expiresInDays?: number }) =>
    request<Answer<'createKey'>>({ method: 'POST', path: '/api/v1/keys', project, body }),
  revokeKey: (project: string, id: string) =>
    request<Answer<'revokeKey'>>({ method: 'DELETE', path: `/api/v1/keys/${enc(id)}`, project }),
  getCodeHost: (project: string, signal?: AbortSignal) =>
    request<Answer<'getCodeHost'>>({ path: '/api/v1/code-host', project, signal }),
  setCodeHost: (project: string, body: SetCodeHostBody) =>
    request<Answer<'setCodeHost'>>({ method: 'POST', path: '/api/v1/code-host', project, body }),
  removeCodeHost: (project: string) =>
    request<Answer<'removeCodeHost'>>({ method: 'DELETE', path: '/api/v1/code-host', project }),
  listCheckRuns: (project: string, signal?: AbortSignal) =>
    request<Answer<'listCheckRuns'>>({ path: '/api/v1/check-runs', project, query: { limit: 20 }, signal }),
  listAudit: ({ of, kind, by }: AuditAsked, cursor: string | null, signal?: AbortSignal) =>
    request<Answer<'listAudit'>>({
      ...('org' in of ? { path: ofOrg(of.org, 'audit') } : { path: '/api/v1/audit', project: of.project }),
      query: {
        limit: 30,
        ...(kind ? { kind } : {}),
        ...(by ? { by } : {}),
        ...(cursor ? { cursor } : {}),
      },
      signal,
    }),
};
