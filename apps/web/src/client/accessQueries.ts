import type { AuditKind } from '@svc/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isStatus } from './ApiError.js';
import { call } from './call.js';
import { first, getNextPageParam } from './paging.js';

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => call('getSignInOptions', { signal }),
  staleTime: 60_000,
});

/** Who is signed in here; null for nobody, who is not sent to sign in. */
export const visitorQuery = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) =>
    call('whoAmI', { signal }).catch((error: unknown) => {
      if (isStatus(error, 401)) return null;
      throw error;
    }),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('readInvitation', { body: { token }, signal }),
    staleTime: 60_000,
  });

export const cliLoginQuery = (code: string) =>
  queryOptions({
    queryKey: ['cli-login', code],
    queryFn: ({ signal }) => call('getCliLogin', { params: { code }, signal }),
    // What was decided is not asked for again.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('getAccount', { signal }),
});

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }) => call('getMailSettings', { signal }),
});

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ signal }) => call('listSignIns', { signal }),
});

export const organisationsQuery = queryOptions({
  queryKey: ['organisations'],
  queryFn: ({ signal }) => call('listOrganisations', { signal }),
  staleTime: 30_000,
});

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: ['members', org],
    queryFn: ({ signal }) => call('listMembers', { params: { org }, signal }),
  });

export const invitationsQuery = (org: string) =>
  queryOptions({
    queryKey: ['invitations', org],
    queryFn: ({ signal }) => call('listInvitations', { params: { org }, signal }),
  });

export const settingsQuery = (project: string) =>
  queryOptions({
    queryKey: ['settings', project],
    queryFn: ({ signal }) => call('getSettings', { project, signal }),
  });

export const usageQuery = (project: string) =>
  queryOptions({
    queryKey: ['usage', project],
    queryFn: ({ signal }) => call('getUsage', { project, signal }),
  });

export const keysQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['keys', project],
    queryFn: ({ pageParam, signal }) =>
      call('listKeys', { project, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
  });

export const codeHostQuery = (project: string) =>
  queryOptions({
    queryKey: ['code-host', project],
    queryFn: ({ signal }) => call('getCodeHost', { project, signal }),
  });

export const chatRulesQuery = (project: string) =>
  queryOptions({
    queryKey: ['chat-rules', project],
    queryFn: ({ signal }) => call('listChatRules', { project, signal }),
  });

export const checkRunsQuery = (project: string) =>
  queryOptions({
    queryKey: ['check-runs', project],
    queryFn: ({ signal }) => call('listCheckRuns', { project, query: { limit: 20 }, signal }),
  });

/** What the audit log is asked for: of a project, or of an organisation with all its projects. */
export interface AuditAsked {
  of: { project: string } | { org: string };
  kind: AuditKind | undefined;
  /** The id of an actor. */
  by: string | undefined;
}

export const auditQuery = ({ of, kind, by }: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ['audit', { of, kind, by }],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: 30, kind, by, cursor: pageParam };
      return 'org' in of
        ? call('listOrganisationAudit', { params: { org: of.org }, query, signal })
        : call('listAudit', { project: of.project, query, signal });
    },
    initialPageParam: first,
    getNextPageParam,
  });
