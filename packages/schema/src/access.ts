import { z } from 'zod';
import { id, name, nextCursor, paging, projectSlug, text, timestamp } from './primitives.js';

/** What an operation needs its caller to be allowed: each of a project or an organisation. */
export const action = z.enum(['read', 'upload', 'review', 'manage', 'own']);
export type Action = z.infer<typeof action>;

/** What an API key may do beside reading. */
export const scope = z.enum(['read', 'upload', 'review']);
export type Scope = z.infer<typeof scope>;

/** What a member may do in all projects of an organisation; each may do what the later ones may. */
export const role = z.enum(['owner', 'maintainer', 'reviewer', 'viewer']);
export type Role = z.infer<typeof role>;

const orgPart = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** The name of an organisation or of a project: one part of `org/project`. */
export const slugPart = z
  .string()
  .regex(orgPart, 'must be 1 to 64 lower-case letters, digits, ., _ or -, a letter or digit first');

export const byOrg = z.object({ org: slugPart });
export const byOrgAndId = z.object({ org: slugPart, id });

const shortName = name.pipe(z.string().max(100, 'must be at most 100 characters'));

/** Without its secret, which is shown once. */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the secret, to tell keys apart; null for a key from before these were kept. */
  prefix: z.string().nullable(),
  scopes: z.array(scope),
  /** Who made it; null for a key of an earlier version's command line. */
  createdBy: z.string().nullable(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyList = z.object({ keys: z.array(apiKey), nextCursor });
export const createKeyBody = z.object({
  name: shortName,
  scopes: z
    .array(scope)
    .min(1)
    .max(10)
    .default(['read', 'upload'])
    .transform((given) => scope.options.filter((one) => given.includes(one))),
  /** Days; without it the key lasts until it is revoked. */
  expiresInDays: z.number().int().min(1).max(3_650).optional(),
});
export type CreateKeyBody = z.infer<typeof createKeyBody>;
/** `secret` is the key itself: it is answered here and never again. */
export const createdKey = apiKey.extend({ secret: z.string() });

export const organisation = z.object({
  name: z.string(),
  /** Of the caller. */
  role,
  /** What the role lets the caller do. */
  may: z.array(action),
  createdAt: timestamp,
});
export type Organisation = z.infer<typeof organisation>;
export const organisationList = z.object({ organisations: z.array(organisation) });
/** Organisations with these names would hide pages of the service. */
const taken = [
  'account',
  'api',
  'assets',
  'cli-login',
  'docs',
  'favicon.svg',
  'forgot-password',
  'healthz',
  'index.html',
  'install',
  'invitation',
  'livez',
  'llms.txt',
  'mcp',
  'organisations',
  'readyz',
  'reset-password',
  'sign-in',
  'unsubscribe',
];
export const createOrganisationBody = z.object({
  name: slugPart.refine((text) => !taken.includes(text), 'is kept for a page of the service; choose another'),
});
export const createProjectBody = z.object({ name: slugPart });

export const member = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  role,
  createdAt: timestamp,
});
export type Member = z.infer<typeof member>;
export const memberList = z.object({ members: z.array(member) });
export const changeRoleBody = z.object({ role });

export const email = text(254)
  .transform((given) => given.trim())
  // Before case is changed: some other letters become ASCII ones by that.
  .pipe(z.email('must be an e-mail address'))
  .transform((given) => given.toLowerCase());
/** What became of the e-mail with an invitation. */
export const mailState = z.object({
  /** `failed`: it is not tried again. */
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Why the newest attempt failed; null where none did. */
  error: z.string().nullable(),
});

export const invitation = z.object({
  id,
  role,
  /** Where it was sent; null where its link was only answered. */
  email: z.string().nullable(),
  mail: mailState.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type Invitation = z.infer<typeof invitation>;
export const invitationList = z.object({ invitations: z.array(invitation) });
export const inviteBody = z.object({
  role,
  /** Where the link is sent; without it, the answer alone has it. */
  email: email.optional(),
  expiresInDays: z.number().int().min(1).max(30).default(7),
});
/** `url` holds the token: it is answered here and never again. */
export const createdInvitation = invitation.extend({ url: z.string() });
export const invitationToken = z.object({ token: text(200, 1) });
/** What an invitation offers. */
export const invitationOffer = z.object({
  organisation: z.string(),
  role,
  /** Such as `user:ada`. */
  invitedBy: z.string(),
  expiresAt: timestamp,
});
export type InvitationOffer = z.infer<typeof invitationOffer>;

/** Length is what counts; more than 200 characters are refused so that nobody keeps the service busy. */
export const password = text(200).min(10, 'must have at least 10 characters');

export const signUpBody = z.object({
  name: shortName,
  email,
  password,
  /** Of an invitation; needed unless sign-up is open. */
  invitation: text(200, 1).optional(),
});
export type SignUpBody = z.infer<typeof signUpBody>;
export const signInWithPasswordBody = z.object({ email, password: text(200, 1) });
export const requestPasswordResetBody = z.object({ email });
export const resetPasswordBody = z.object({ token: text(200, 1), newPassword: password });
export const changePasswordBody = z.object({
  /** Needed when there is one. */
  currentPassword: text(200, 1).optional(),
  newPassword: password,
  /** What to sign in with; needed when the account has none. */
  email: email.optional(),
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** How people sign in here, for the sign-in page. */
export const signInOptions = z.object({
  /** Whether an account can be made without an invitation. */
  isSignUpOpen: z.boolean(),
  /** Whether the service sends e-mail, and so links that set a new password. */
  sendsMail: z.boolean(),
  /** Sign-in elsewhere starts at `GET /api/v1/oauth/<id>/start`. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Why a sign-in elsewhere came to nothing; a page says what to do. */
export const signInProblem = z.enum([
  /** Not begun in this browser, or over. */
  'not-begun',
  /** The provider said no, or what it said was not an answer to what was begun. */
  'refused',
  'unreachable',
  'no-account',
  'email-taken',
  'invitation-over',
  /** It signs in to another account here already. */
  'linked-elsewhere',
]);
export type SignInProblem = z.infer<typeof signInProblem>;

/** The account of the person who asks. */
export const account = z.object({
  name: z.string(),
  email: z.string().nullable(),
  hasPassword: z.boolean(),
  isOperator: z.boolean(),
  /** Accounts elsewhere that sign in to this one. */
  identities: z.array(z.object({ provider: z.string(), name: z.string().nullable(), createdAt: timestamp })),
});
export type Account = z.infer<typeof account>;
export const changeAccountBody = z.object({ name: shortName });
export const byProvider = z.object({ provider: text(50, 1) });
/** Where the browser goes to show that the account elsewhere is one's own. */
export const begunLink = z.object({ url: z.string() });

/** Where a person is signed in: a browser, or a machine with `svc login`. */
export const signedInPlace = z.object({
  id,
  kind: z.enum(['browser', 'login']),
  /** What the browser calls itself, or what the login is for. */
  name: z.string().nullable(),
  createdAt: timestamp,
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type SignedInPlace = z.infer<typeof signedInPlace>;
export const signedInPlaces = z.object({ signIns: z.array(signedInPlace) });

/** What an entry of the audit log is about: the first word of its action. */
export const auditKind = z.enum([
  'diff',
  'comment',
  'ignore-area',
  'baselines',
  'key',
  'settings',
  'review',
  'chat',
  'code-host',
  'images',
  'member',
  'invitation',
  'project',
  'organisation',
]);
export type AuditKind = z.infer<typeof auditKind>;

export const auditEntry = z.object({
  id: z.number(),
  at: timestamp,
  /** `user:ada`, `key:ci` or `github:octocat`. */
  actor: z.string(),
  /** Tells actors of one name apart. */
  actorId: z.string(),
  /** Such as `diff.approved` or `key.created`. */
  action: z.string(),
  /** `org/project`; null for what concerns the organisation. */
  project: z.string().nullable(),
  /** What it was done to: an id or a name. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditList = z.object({ entries: z.array(auditEntry), nextCursor });
export const auditQuery = paging.extend({
  kind: auditKind.optional(),
  /** The `actorId` of entries. */
  by: text(600, 1).optional(),
});

const base64url = (bits: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil(bits / 6)}}$`), `must be ${bits} bits in base64url`);

/** Where a command line waits for its login: a port of the machine that the browser runs on, and nowhere else. */
const loopbackUrl = text(200).pipe(
  z.url({
    protocol: /^http$/,
    hostname: /^(127\.0\.0\.1|\[::1\])$/,
    error: 'must be at http://127.0.0.1 or http://[::1]',
  }),
);

export const beginCliLoginBody = z.object({
  /** What the login is for, as shown to the person who allows it, such as the name of a machine. */
  name: shortName,
  /** SHA-256 of the verifier that is sent at the end (PKCE, S256). */
  codeChallenge: base64url(256),
  /** Without it the command line asks until the login is allowed (device code). */
  redirectUrl: loopbackUrl.optional(),
  /** Carried back to `redirectUrl`. */
  state: base64url(256).optional(),
});
export type BeginCliLoginBody = z.infer<typeof beginCliLoginBody>;
export const begunCliLogin = z.object({
  deviceCode: z.string(),
  /** To compare with what the browser shows. */
  userCode: z.string(),
  /** Where a signed-in person allows the login. */
  verificationUrl: z.string(),
  /** Seconds. */
  expiresIn: z.number(),
  /** Seconds between asking whether it is allowed. */
  interval: z.number(),
});
export const byUserCode = z.object({
  code: z.string().regex(/^[A-Z]{4}-[A-Z]{4}$/, 'must look like ABCD-EFGH'),
});
export const cliLogin = z.object({
  name: z.string(),
  /** Whether the browser goes back to the command line automatically. */
  isLoopback: z.boolean(),
  expiresAt: timestamp,
});
export const decideCliLoginBody = z.object({ allow: z.boolean() });
/** Where the browser goes next, also to tell of a refusal; null for a device code. */
export const decidedCliLogin = z.object({ redirectUrl: z.string().nullable() });
export const finishCliLoginBody = z.object({
  deviceCode: base64url(256),
  codeVerifier: z.string().regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 letters, digits, ., _, ~ or -'),
  /** That the browser brought to `redirectUrl`. */
  code: text(200).optional(),
});
/** `token` goes into `Authorization: Bearer`; it is answered here and never again. */
export const finishedCliLogin = z.object({ token: z.string(), name: z.string(), expiresInDays: z.number() });

export const exchangeIdTokenBody = z.object({
  /** An OpenID Connect token of GitHub Actions or GitLab CI whose audience is the public address of the service. */
  token: text(20_000, 1),
  /** `org/project` or the name alone; needed when several projects are connected to the repository. */
  project: z.union([projectSlug, slugPart], 'must be a project: org/project, or its name alone').optional(),
});
export type ExchangeIdTokenBody = z.infer<typeof exchangeIdTokenBody>;
/** `key` uploads, for 15 minutes; it is answered here and never again. */
export const exchangedKey = z.object({
  key: z.string(),
  expiresAt: timestamp,
  project: z.string(),
  repository: z.string(),
  /** The only branch that the key captures for; null when all that it captures is ephemeral. */
  branch: z.string().nullable(),
});
export type ExchangedKey = z.infer<typeof exchangedKey>;
