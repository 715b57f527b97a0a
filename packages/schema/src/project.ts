import { z } from 'zod';
import { scope } from './access.js';
import { captureSummary } from './capture.js';
import { diffSummary } from './diff.js';
import { hash, name, nextCursor, paging, ref, timestamp, viewport } from './primitives.js';

export const project = z.object({
  /** `org/project`. */
  slug: z.string(),
  defaultBranch: z.string(),
  createdAt: timestamp,
});
export type Project = z.infer<typeof project>;
/** What a project can be told about itself. */
export const projectSettings = z.object({
  /** A change that was approved once needs no second approval elsewhere (R16). */
  approvalMemory: z.boolean(),
  defaultBranch: z.string(),
});
export type ProjectSettings = z.infer<typeof projectSettings>;
export const changeSettingsBody = z.object({
  approvalMemory: z.boolean().optional(),
  defaultBranch: ref.optional(),
});
export type ChangeSettingsBody = z.infer<typeof changeSettingsBody>;
export const projectSummary = project.extend({ lastActivityAt: timestamp.nullable() });
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

export const overview = z.object({
  project,
  captures: z.array(captureSummary),
  diffs: z.array(diffSummary),
});
export type Overview = z.infer<typeof overview>;
export const overviewQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });

/** An approved snapshot of a branch. */
export const baseline = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  branch: z.string(),
  commit: z.string().nullable(),
  hash,
  imageUrl: z.string(),
  captureId: z.string(),
  /** The diff whose approval made it; null when it was set directly. */
  diffId: z.string().nullable(),
  createdAt: timestamp,
});
export type Baseline = z.infer<typeof baseline>;
export const listBaselinesQuery = paging.extend({ suite: name, branch: ref.optional() });
export const baselineList = z.object({
  /** Branches that have active baselines. */
  refs: z.array(z.string()),
  baselines: z.array(baseline),
  nextCursor,
});

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
