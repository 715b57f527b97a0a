import { z } from 'zod';
import { conclusion } from './enums.js';
import { commit, id, text, timestamp } from './primitives.js';

export const codeHostKind = z.enum([
  'github',
  'gitlab',
  'gitea',
  'bitbucket',
  'bitbucket-data-center',
  'webhook',
]);
export type CodeHostKind = z.infer<typeof codeHostKind>;

/** What shows that a project may speak for a repository: an operator, the operator's list, or the host itself. */
export const repositoryProof = z.enum(['operator', 'list', 'push']);
export type RepositoryProof = z.infer<typeof repositoryProof>;

const address = text(2_000)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }))
  .refine((text) => !/^\w+:\/\/[^/?#]*@/.test(text), 'must not hold a user or password');

const login = z.string().regex(/^[\w.-]{1,100}$/, 'must be the name of an account');

/** Of Standard Webhooks: 24 to 64 bytes. */
const webhookSecret = z
  .string()
  .regex(
    /^whsec_(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'must be whsec_ and 24 to 64 bytes in base64',
  );

const settings = {
  /** Name of the check of a commit; those of its suites are `<this> / <suite>`. */
  checkName: z
    .string()
    .regex(/^[\w.-][\w .-]{0,58}[\w.-]$|^[\w.-]$/, 'must be 1 to 60 letters, digits, spaces, ., _ or -')
    .default('svc'),
  /** Whether to keep a comment on the pull requests of a commit. */
  comment: z.boolean().default(false),
  /** Who may approve with the host's button: everyone who may push, or the accounts named. */
  approvers: z.union([z.literal('write'), z.array(login).max(200)]).default('write'),
};

const repository = z
  .string()
  .regex(/^(?!\.+\/)[\w.-]{1,100}\/(?!\.+$)[\w.-]{1,100}$/, 'must look like owner/name');

/** Opens the repository; never answered. */
const token = text(1_000, 8);

export const setCodeHostBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('github'),
    repository,
    ...settings,
  }),
  z.object({
    kind: z.literal('gitlab'),
    repository: z
      .string()
      .regex(/^(?!(?:.*\/)?\.+(?:\/|$))[\w.-]+(\/[\w.-]+)*$/, 'must be the path or the number of a project')
      .max(500),
    url: address.default('https://gitlab.com'),
    /** An access token with the scope `api`; never answered. */
    token,
    ...settings,
  }),
  z.object({
    kind: z.literal('gitea'),
    repository,
    /** Of the Gitea or Forgejo. */
    url: address,
    /** An access token with the scope `write:repository`; never answered. */
    token,
    ...settings,
  }),
  z.object({
    kind: z.literal('bitbucket'),
    repository,
    /** An access token, or the email address of a person, a colon and an API token; never answered. */
    token,
    ...settings,
  }),
  z.object({
    kind: z.literal('bitbucket-data-center'),
    repository: z
      .string()
      .regex(/^~?(?!\.+\/)[\w.-]{1,128}\/(?!\.+$)[\w.-]{1,128}$/, 'must look like PROJECT/name'),
    url: address,
    /** An HTTP access token; never answered. */
    token,
    ...settings,
  }),
  z.object({
    kind: z.literal('webhook'),
    url: address,
    /** Signs what is sent; never answered. */
    secret: webhookSecret,
    ...settings,
  }),
]);
export type SetCodeHostBody = z.infer<typeof setCodeHostBody>;

export const codeHost = z.object({
  kind: codeHostKind,
  repository: z.string().nullable(),
  url: z.string().nullable(),
  checkName: z.string(),
  comment: z.boolean(),
  approvers: z.union([z.literal('write'), z.array(z.string())]),
  /** Null when nobody has confirmed that the project may speak for the repository, which then gets no check runs. */
  proof: repositoryProof.or(z.literal('not-needed')).nullable(),
  updatedAt: timestamp,
});
export type CodeHostSettings = z.infer<typeof codeHost>;

export const codeHostAnswer = z.object({ codeHost: codeHost.nullable() });
export type CodeHostAnswer = z.infer<typeof codeHostAnswer>;

export const listCheckRunsQuery = z.object({
  commit: commit.optional(),
  limit: z.coerce.number<number>().int().min(1).max(500).default(50),
});

export const checkRunList = z.object({
  checkRuns: z.array(
    z.object({
      id,
      /** The newest diff that it rests on; null where it rests on none, as the check of a whole commit. */
      diffId: id.nullable(),
      /** Null for the check of a whole commit. */
      suite: z.string().nullable(),
      commit: z.string(),
      status: z.enum(['in_progress', 'completed']),
      conclusion: conclusion.nullable(),
      title: z.string(),
      /** Whether the code host shows this state. */
      isShown: z.boolean(),
      url: z.string().nullable(),
      /** Failed deliveries of this state. */
      attempts: z.number(),
      nextAttemptAt: timestamp.nullable(),
      /** Why the newest delivery failed. */
      error: z.string().nullable(),
    }),
  ),
});
export type CheckRunList = z.infer<typeof checkRunList>;

/** An event as GitHub sends it; the service reads it from the bytes that were signed. */
export const githubEvent = z.looseObject({});
export const githubEventOutcome = z.object({
  outcome: z.enum(['done', 'ignored', 'refused']),
  reason: z.string(),
});
