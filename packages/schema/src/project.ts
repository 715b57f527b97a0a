import { z } from 'zod';
import { scope } from './access.js';
import { captureSummary } from './capture.js';
import { diffSummary } from './diff.js';
import { cancelSuperseded } from './enums.js';
import { a11yMode } from './pages/accessibility.js';
import {
  hash,
  id,
  name,
  nextCursor,
  paging,
  ref,
  text,
  threshold,
  timestamp,
  viewport,
} from './primitives.js';

export const project = z.object({
  /** `org/project`. */
  slug: z.string(),
  defaultBranch: z.string(),
  createdAt: timestamp,
});
export type Project = z.infer<typeof project>;
/**
 * What makes a result `changed`: counted pixels alone, or also flat areas that look different below the threshold. Of diffs and
 * stories with another threshold than the project's, pixels alone.
 */
export const sensitivity = z.enum(['pixels', 'perceptual']);
export type Sensitivity = z.infer<typeof sensitivity>;

/** What a project can be told about itself. */
export const projectSettings = z.object({
  /** A change that was approved once needs no second approval elsewhere (R16). */
  approvalMemory: z.boolean(),
  /** How many people have to approve a change before its check passes (R57): 1 or 2. Of decisions from now on. */
  requiredApprovals: z.number(),
  /**
   * Stories whose files are the same as before take over their images without a browser. An audit that finds one of these
   * images wrong turns it off.
   */
  proof: z.boolean(),
  /**
   * Whether a build of a newer commit of a branch cancels what is still running for older commits of that branch and suite:
   * never, on all branches but the default one, or on all (R50).
   */
  cancelSuperseded,
  defaultBranch: z.string(),
  /** Of diffs that name none: how far a color may move, 0 (not at all) to 1 (anything). */
  threshold: z.number(),
  /** Of diffs that do not say: differences that are anti-aliasing are ignored. */
  antiAliasing: z.boolean(),
  sensitivity,
  /**
   * Whether the fleet records what pages say to assistive technology, and whether a change of it waits for a review: it then takes
   * part in the conclusion (R54).
   */
  a11y: a11yMode,
  /** Suites that have another mode, by name. */
  a11yBySuite: z.record(z.string(), a11yMode),
  /** Days that images and sites are kept after they were last needed; null forever. */
  retentionDays: z.number().nullable(),
  /** Whether anybody who has the address of a badge sees it. Turning this off ends all addresses for good. */
  badges: z.boolean(),
  /** Bytes that images and unpacked sites may have in all; null for no limit. Only operators change it. */
  maxBytes: z.number().nullable(),
  /** How many images and files of sites there may be; null for no limit. Only operators change it. */
  maxFiles: z.number().nullable(),
});
export type ProjectSettings = z.infer<typeof projectSettings>;
export const changeSettingsBody = z.object({
  approvalMemory: z.boolean().optional(),
  requiredApprovals: z.number().int().min(1).max(2).optional(),
  proof: z.boolean().optional(),
  cancelSuperseded: cancelSuperseded.optional(),
  defaultBranch: ref.optional(),
  threshold: threshold.optional(),
  antiAliasing: z.boolean().optional(),
  sensitivity: sensitivity.optional(),
  a11y: a11yMode.optional(),
  /** Replaces all that were set; at most 1,000. */
  a11yBySuite: z
    .record(name, a11yMode)
    .refine((modes) => Object.keys(modes).length <= 1_000, 'at most 1,000 suites')
    .optional(),
  retentionDays: z.number().int().min(7).max(3650).nullable().optional(),
  badges: z.boolean().optional(),
  maxBytes: z.number().int().min(0).nullable().optional(),
  maxFiles: z.number().int().min(0).nullable().optional(),
});
export type ChangeSettingsBody = z.infer<typeof changeSettingsBody>;
/** Things of a kind, and the bytes that they take. */
const amount = z.object({ count: z.number(), bytes: z.number() });
/** What a project keeps, and what it has made of late. */
export const usage = z.object({
  /** Of snapshots, and the masks and thumbnails of comparisons; what was removed is left out. */
  images: amount,
  /** Uploaded sites, unpacked. */
  sites: amount,
  /** Bytes and files that count towards the quota of the project, and how many there may be; null for no limit. */
  quota: z.object({
    bytes: z.number(),
    files: z.number(),
    maxBytes: z.number().nullable(),
    maxFiles: z.number().nullable(),
  }),
  /** The newest twelve months (UTC), newest first: captures that began in them, and the snapshots they took. */
  months: z.array(z.object({ month: z.string(), captures: z.number(), snapshots: z.number() })),
});
export type Usage = z.infer<typeof usage>;
export const projectSummary = project.extend({
  lastActivityAt: timestamp.nullable(),
  /** Number of diffs that need review: the newest build of each branch and suite. Counted up to 100. */
  waiting: z.number(),
});
export type ProjectSummary = z.infer<typeof projectSummary>;
export const projectList = z.object({ projects: z.array(projectSummary), nextCursor });

export const suite = z.object({
  name: z.string(),
  /** Active baselines on the default branch. */
  baselineCount: z.number(),
  lastDiff: diffSummary.nullable(),
  lastCaptureAt: timestamp.nullable(),
});
export type Suite = z.infer<typeof suite>;
export const suiteList = z.object({ suites: z.array(suite), nextCursor });

export const suiteDetails = z.object({
  name: z.string(),
  createdAt: timestamp,
  /** Branches that have active baselines, the default branch first. */
  branches: z.array(
    z.object({
      name: z.string(),
      baselineCount: z.number(),
      /** When the newest of them was made. */
      lastChangedAt: timestamp,
    }),
  ),
  /** Of the newest diffs that wait for a review: those whose baselines have moved since (R14). */
  staleDiffIds: z.array(id),
});
export type SuiteDetails = z.infer<typeof suiteDetails>;
export const getSuiteQuery = z.object({ suite: name });

/** What a badge is of. */
const badgeOf = z.object({ suite: name, branch: ref });
export const getBadgeQuery = badgeOf;
export const badge = z.object({
  /** Shows the badge to anybody who has it, until badges are turned off; null where the project has none. */
  url: z.string().nullable(),
});
export type Badge = z.infer<typeof badge>;
/** @property token signs the suite and the branch */
export const showBadgeQuery = badgeOf.extend({ token: text(100) });

export const overview = z.object({
  project,
  captures: z.array(captureSummary),
  diffs: z.array(diffSummary),
});
export type Overview = z.infer<typeof overview>;
export const overviewQuery = z.object({ limit: z.coerce.number<number>().int().min(1).max(100).default(20) });

/** An approved snapshot of a branch. */
export const baseline = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  branch: z.string(),
  commit: z.string().nullable(),
  hash,
  imageUrl: z.string(),
  /** Pixels of the image. */
  width: z.number(),
  height: z.number(),
  captureId: z.string(),
  /** The diff whose approval made it; null when it was set directly. */
  diffId: z.string().nullable(),
  createdAt: timestamp,
});
export type Baseline = z.infer<typeof baseline>;
/** @property q a part of the name, whatever the case of letters from a to z */
export const listBaselinesQuery = paging.extend({
  suite: name,
  branch: ref.optional(),
  q: text(512).optional(),
});
export const baselineList = z.object({
  /** Branches that have active baselines. */
  refs: z.array(z.string()),
  baselines: z.array(baseline),
  nextCursor,
});
export type BaselineList = z.infer<typeof baselineList>;

export const knownImagesBody = z.object({ hashes: z.array(hash).min(1).max(1_000) });
export const knownImages = z.object({ known: z.array(hash) });

/** Who is asking. */
export const identity = z.object({
  kind: z.enum(['key', 'user']),
  name: z.string(),
  /** The project of an API key. */
  project: z.string().nullable(),
  /** What an API key may do. */
  scopes: z.array(scope).optional(),
  /** Whether a person runs the installation, as an owner of every organisation. */
  isOperator: z.boolean().optional(),
});
export type Identity = z.infer<typeof identity>;
