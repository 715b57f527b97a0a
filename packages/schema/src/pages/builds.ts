import { z } from 'zod';
import { diffSummary } from '../diff.js';
import { captureStatus } from '../enums.js';
import { id, name, nextCursor, paging, timestamp } from '../primitives.js';

/** A build that another one of its suite and branch is next to. */
const neighbor = z.object({ diffId: id, commit: z.string().nullable(), createdAt: timestamp });

/** The builds of a suite and branch right before and right after a diff; null where there is none. */
export const neighbors = z.object({ previous: neighbor.nullable(), next: neighbor.nullable() });
export type Neighbors = z.infer<typeof neighbors>;

export const listBuildsQuery = paging.extend({ suite: name, branch: name });

/** A capture of a branch, and what came of it. */
export const build = z.object({
  captureId: id,
  commit: z.string().nullable(),
  status: captureStatus,
  createdAt: timestamp,
  /** Its newest comparison with baselines; null without one. */
  diff: diffSummary.nullable(),
  /** What was decided in that diff, by each person or key. */
  decisions: z.array(
    z.object({
      kind: z.enum(['approved', 'rejected', 'withdrawn']),
      actor: z.string(),
      /** Snapshots, with those whose decision was taken back. */
      count: z.number(),
      revokedCount: z.number(),
      /** Of the newest one. */
      at: timestamp,
    }),
  ),
  /** The baselines that came of it, on each branch. */
  baselines: z.array(
    z.object({
      branch: z.string(),
      actor: z.string(),
      /** Images that became baselines, and snapshots whose removal was approved, with those that were taken back. */
      promotedCount: z.number(),
      removedCount: z.number(),
      revokedCount: z.number(),
      at: timestamp,
    }),
  ),
});
export type Build = z.infer<typeof build>;

/** Newest first. */
export const buildList = z.object({ builds: z.array(build), nextCursor });
