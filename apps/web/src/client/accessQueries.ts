import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isStatus } from './ApiError.js';
import { type AuditAsked, accessApi } from './accessApi.js';
import { api } from './api.js';

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => accessApi.getSignInOptions(signal),
  staleTime: 60_000,
});

/** Who is signed in here; null for nobody, who is not sent to sign in. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) =>
    api.whoAmI(signal).catch((error: unknown) => {
      if (isStatus(error, 401)) return null;
      throw error;
    }),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => accessApi.readInvitation(token, signal),
    staleTime: 60_000,
  });

export const cliLoginQuery = (code: string) =>
  queryOptions({
    queryKey: ['cli-login', code],
    queryFn: ({ signal }) => accessApi.getCliLogin(code, signal),
    // What was decided is not asked for again.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => accessApi.getAccount(signal),
});

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ signal }) => accessApi.listSignIns(signal),
});

export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: ({ signal }) => accessApi.listOrganisations(signal),
  staleTime: 30_000,
});

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: ['members', org],
    queryFn: ({ signal }) => accessApi.listMembers(org, signal),
  });

export const invitationsQuery = (org: string) =>
  queryOptions({
    queryKey: ['invitations', org],
    queryFn: ({ signal }) => accessApi.listInvitations(org, signal),
  });

export const settingsQuery = (project: string) =>
  queryOptions({
    queryKey: ['settings', project],
    queryFn: ({ signal }) => accessApi.getSettings(project, signal),
  });

export const usageQuery = (project: string) =>
  queryOptions({
    queryKey: ['usage', project],
    queryFn: ({ signal }) => accessApi.getUsage(project, signal),
  });

export const keysQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['keys', project],
    queryFn: ({ pageParam, signal }) => accessApi.listKeys(project, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const codeHostQuery = (project: string) =>
  queryOptions({
    queryKey: ['code-host', project],
    queryFn: ({ signal }) => accessApi.getCodeHost(project, signal),
  });

export const checkRunsQuery = (project: string) =>
  queryOptions({
    queryKey: ['check-runs', project],
    queryFn: ({ signal }) => accessApi.listCheckRuns(project, signal),
  });

export const auditQuery = (asked: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ['audit', asked],
    queryFn: ({ pageParam, signal }) => accessApi.listAudit(asked, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
