import type {
  Account,
  ApiKey,
  AuditEntry,
  CodeHostAnswer,
  Invitation,
  Member,
  Organisation,
  ProjectSettings,
  Role,
  SignedInPlace,
  Usage,
} from '@svc/schema';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const member = (id: string, name: string, email: string | null, role: Role, days: number): Member => ({
  id,
  name,
  email,
  role,
  createdAt: at(-days * day),
});

const key = (id: string, name: string, scopes: ApiKey['scopes'], more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name,
  prefix: null,
  scopes,
  createdBy: 'user:Ada Lovelace',
  createdAt: at(-30 * day),
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  ...more,
});

const place = (id: string, kind: SignedInPlace['kind'], name: string, usedAt: number): SignedInPlace => ({
  id,
  kind,
  name,
  createdAt: at(usedAt - 2 * day),
  lastUsedAt: at(usedAt),
  expiresAt: at(28 * day),
  isCurrent: id === 'tok_1',
});

/** Of most actions that the service writes down, the newest first. */
function auditEntries(): AuditEntry[] {
  const ada = 'user:Ada Lovelace';
  const grace = 'user:Grace Hopper';
  const told: [string, string, string | null, AuditEntry['details']][] = [
    [
      ada,
      'diff.approved',
      'dif_review',
      { snapshots: ['Forms/Button/Primary', 'Forms/Card/Dark'], count: 2 },
    ],
    ['github:octocat', 'diff.approved', 'dif_review', { snapshots: ['Charts/Chart/Wide'], count: 1 }],
    [grace, 'diff.rejected', 'dif_review', { snapshots: ['Layout/Form/Empty'], count: 1 }],
    [grace, 'diff.revoked', 'dif_review', { snapshots: ['Layout/Form/Empty'], count: 1 }],
    [
      ada,
      'key.created',
      'key_3',
      { name: 'GitHub Actions', scopes: ['read', 'upload'], expiresInDays: null },
    ],
    ['ci:acme/web', 'key.exchanged', 'key_4', { ref: 'refs/heads/main', branch: 'main' }],
    ['key:Release bot', 'baselines.set', 'cap_base', { branch: 'main', suite: 'storybook', count: 45 }],
    [ada, 'key.revoked', 'key_1', { name: 'Old pipeline' }],
    [
      grace,
      'settings.changed',
      null,
      {
        from: { approvalMemory: false, defaultBranch: 'master' },
        to: { approvalMemory: true, defaultBranch: 'main' },
      },
    ],
    [
      grace,
      'code-host.changed',
      null,
      {
        kind: 'github',
        repository: 'acme/web',
        url: null,
        checkName: 'svc',
        comment: true,
        approvers: 'write',
      },
    ],
    ['server:svc-server', 'code-host.removed', null, null],
    [ada, 'member.changed', 'usr_grace', { name: 'Grace Hopper', from: 'reviewer', to: 'maintainer' }],
    [ada, 'member.removed', 'usr_gone', { name: 'Charles Babbage', from: 'viewer', to: null }],
    [ada, 'invitation.created', 'inv_1', { role: 'reviewer' }],
    [grace, 'invitation.accepted', 'inv_0', { role: 'reviewer' }],
    [ada, 'invitation.revoked', 'inv_2', null],
    [ada, 'project.created', 'web', null],
    [ada, 'organisation.created', 'acme', null],
  ];
  const ofOrg = ['member', 'invitation', 'organisation'];
  return told.map(([actor, action, target, details], index, all) => ({
    id: all.length - index,
    at: at(-index * 5 * hour - minute),
    actor,
    actorId: actor,
    action,
    project: ofOrg.includes(action.split('.')[0] ?? '') ? null : 'acme/web',
    target,
    details,
  }));
}

/** What an owner of acme sees of people, keys and settings. */
export const exampleAccess = {
  organisation: {
    name: 'acme',
    role: 'owner',
    may: ['read', 'upload', 'review', 'manage', 'own'],
    createdAt: '2026-01-01T00:00:00Z',
  } satisfies Organisation,
  options: {
    isSignUpOpen: false,
    sendsMail: true,
    providers: [
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Acme SSO' },
    ],
  },
  account: {
    name: 'Ada Lovelace',
    email: 'ada@acme.example',
    hasPassword: true,
    isOperator: false,
    identities: [{ provider: 'github', name: 'ada', createdAt: at(-40 * day) }],
  } satisfies Account,
  members: [
    member('usr_ada', 'Ada Lovelace', 'ada@acme.example', 'owner', 40),
    member('usr_grace', 'Grace Hopper', 'grace@acme.example', 'maintainer', 31),
    member('usr_katherine', 'Katherine Johnson', 'katherine@acme.example', 'reviewer', 12),
    member('usr_alan', 'Alan Turing', null, 'viewer', 2),
  ] satisfies Member[],
  invitations: [
    {
      id: 'inv_1',
      role: 'reviewer',
      email: 'katherine@acme.example',
      mail: { state: 'sent', error: null },
      createdBy: 'user:Ada Lovelace',
      createdAt: at(-day),
      expiresAt: at(6 * day),
    },
  ] satisfies Invitation[],
  settings: {
    approvalMemory: true,
    requiredApprovals: 1,
    cancelSuperseded: 'never',
    proof: true,
    defaultBranch: 'main',
    threshold: 0.063,
    antiAliasing: true,
    retentionDays: null,
    badges: false,
    maxBytes: 20 * 1024 ** 3,
    maxFiles: null,
    sensitivity: 'perceptual',
    a11y: 'record',
    a11yBySuite: {},
  } satisfies ProjectSettings,
  usage: {
    images: { count: 18_402, bytes: 1_734_000_000 },
    sites: { count: 61, bytes: 947_000_000 },
    quota: { bytes: 2_681_000_000, files: 31_840, maxBytes: 20 * 1024 ** 3, maxFiles: null },
    months: Array.from({ length: 12 }, (_, ago) => ({
      month: new Date(Date.UTC(2026, 10 - ago, 1)).toISOString().slice(0, 7),
      captures: Math.max(0, 212 - ago * 24),
      snapshots: Math.max(0, 212 - ago * 24) * 197.5,
    })),
  } satisfies Usage,
  keys: [
    key('key_3', 'GitHub Actions', ['read', 'upload'], { lastUsedAt: at(-4 * minute), prefix: 'svc_q7Xa' }),
    key('key_2', 'Release bot', ['read', 'upload', 'review'], {
      lastUsedAt: at(-3 * day),
      expiresAt: at(5 * day),
      prefix: 'svc_0bZk',
    }),
    key('key_1', 'Old pipeline', ['read', 'upload'], { revokedAt: at(-20 * day), createdBy: null }),
  ] satisfies ApiKey[],
  codeHost: {
    kind: 'github',
    repository: 'acme/web',
    url: null,
    checkName: 'svc',
    comment: true,
    approvers: 'write',
    proof: 'push',
    updatedAt: at(-9 * day),
  } satisfies CodeHostAnswer['codeHost'],
  signIns: [
    place(
      'tok_1',
      'browser',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      -minute,
    ),
    place('tok_2', 'login', 'ada-laptop', -3 * hour),
    place(
      'tok_3',
      'browser',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
      -9 * day,
    ),
  ] satisfies SignedInPlace[],
  audit: auditEntries(),
};
