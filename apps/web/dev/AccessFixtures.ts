import type {
  Account,
  Action,
  ApiKey,
  AuditEntry,
  CheckRunList,
  CodeHostAnswer,
  Invitation,
  InvitationOffer,
  Member,
  ProjectSettings,
  Role,
  SignedInPlace,
  Usage,
} from '@svc/schema';

export const invitationToken = 'inv_first';
/** Codes of command lines that wait: at a loopback address, and with a device code. */
export const cliCodes = { loopback: 'BCDF-GHJK', device: 'MNPQ-RSTV' };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const abilities: Record<Role, Action[]> = {
  owner: ['read', 'upload', 'review', 'manage', 'own'],
  maintainer: ['read', 'upload', 'review', 'manage'],
  reviewer: ['read', 'upload', 'review'],
  viewer: ['read'],
};

/** Who may do what in the service that is kept in memory. */
export class AccessFixtures {
  /** Of the person who is signed in. */
  role: Role = 'owner';
  options = {
    isSignUpOpen: false,
    providers: [
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Acme SSO' },
    ],
  };
  account: Account = {
    name: 'Ada Lovelace',
    email: 'ada@acme.example',
    hasPassword: true,
    isOperator: false,
    identities: [{ provider: 'github', name: 'ada', createdAt: at(-40 * day) }],
  };
  password = 'correct horse';
  offer: InvitationOffer = {
    organisation: 'acme',
    role: 'reviewer',
    invitedBy: 'user:Grace Hopper',
    expiresAt: at(6 * day),
  };
  cliLogins = new Map([
    [cliCodes.loopback, { name: 'ada-laptop', isLoopback: true, expiresAt: at(9 * minute) }],
    [cliCodes.device, { name: 'build-server-03', isLoopback: false, expiresAt: at(9 * minute) }],
  ]);
  members: Member[] = [
    member('usr_ada', 'Ada Lovelace', 'ada@acme.example', 'owner', 40),
    member('usr_grace', 'Grace Hopper', 'grace@acme.example', 'maintainer', 31),
    member('usr_katherine', 'Katherine Johnson', 'katherine@acme.example', 'reviewer', 12),
    member('usr_alan', 'Alan Turing', null, 'viewer', 2),
  ];
  invitations: Invitation[] = [
    {
      id: 'inv_1',
      role: 'reviewer',
      createdBy: 'user:Ada Lovelace',
      createdAt: at(-day),
      expiresAt: at(6 * day),
    },
  ];
  settings: ProjectSettings = {
    approvalMemory: true,
    defaultBranch: 'main',
    threshold: 0.063,
    antiAliasing: true,
    retentionDays: null,
  };
  usage: Usage = {
    images: { count: 18_402, bytes: 1_734_000_000 },
    sites: { count: 61, bytes: 947_000_000 },
    months: Array.from({ length: 12 }, (_, ago) => ({
      month: new Date(Date.UTC(2026, 10 - ago, 1)).toISOString().slice(0, 7),
      captures: Math.max(0, 212 - ago * 24),
      snapshots: Math.max(0, 212 - ago * 24) * 197.5,
    })),
  };
  keys: ApiKey[] = [
    key('key_3', 'GitHub Actions', ['read', 'upload'], { lastUsedAt: at(-4 * minute), prefix: 'svc_q7Xa' }),
    key('key_2', 'Release bot', ['read', 'upload', 'review'], {
      lastUsedAt: at(-3 * day),
      expiresAt: at(5 * day),
      prefix: 'svc_0bZk',
    }),
    key('key_1', 'Old pipeline', ['read', 'upload'], { revokedAt: at(-20 * day), createdBy: null }),
  ];
  codeHost: CodeHostAnswer['codeHost'] = {
    kind: 'github',
    repository: 'acme/web',
    url: null,
    checkName: 'svc',
    comment: true,
    approvers: 'write',
    updatedAt: at(-9 * day),
  };
  checkRuns: CheckRunList['checkRuns'] = [
    checkRun(1, { status: 'completed', conclusion: 'failure', title: '14 changed, 4 new, 2 removed' }),
    checkRun(2, {
      isShown: false,
      attempts: 3,
      nextAttemptAt: at(4 * minute),
      error: 'GitHub answered 404: the app is not installed in acme/web',
    }),
  ];
  signIns: SignedInPlace[] = [
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
  ];
  audit: AuditEntry[] = auditEntries();

  get may(): Action[] {
    return abilities[this.role];
  }
}

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

const checkRun = (
  number: number,
  more: Partial<CheckRunList['checkRuns'][number]>,
): CheckRunList['checkRuns'][number] => ({
  id: `chk_${number}`,
  diffId: 'dif_review',
  suite: 'storybook',
  commit: 'a1b2c3d4e5f6a7b8',
  status: 'in_progress',
  conclusion: null,
  title: 'Comparing',
  isShown: true,
  url: null,
  attempts: 0,
  nextAttemptAt: null,
  error: null,
  ...more,
});

/** One of every action that the service writes down, and enough approvals for a second page. */
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
  const approvals = Array.from({ length: 40 }, (_, index): (typeof told)[number] => [
    'key:Release bot',
    'diff.approved',
    `dif_${index}`,
    { snapshots: [`Story ${index}`], count: 1 },
  ]);
  const ofOrg = ['member', 'invitation', 'organisation'];
  return [...told, ...approvals].map(([actor, action, target, details], index, all) => ({
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
