import { z } from 'zod';
import { commit } from './primitives.js';

/** A commit of the project's history (R40). */
export const commitRecord = z.object({
  id: commit,
  /** As the commit object names them. */
  parents: z.array(commit).max(128),
  /** Equal for commits of the same author, author date and subject, which a rebase or an amend keeps. */
  origin: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits of a hash of author, author date and subject'),
});
export type CommitRecord = z.infer<typeof commitRecord>;

export const knownCommitsBody = z.object({ commits: z.array(commit).min(1).max(1_000) });

export const knownCommits = z.object({
  /** Those of the given commits whose parents the service knows. */
  known: z.array(commit),
  /** Unknown commits that these descend from, such as the parents of a shallow clone's last. */
  missing: z.array(commit),
});
export type KnownCommits = z.infer<typeof knownCommits>;

export const addCommitsBody = z.object({ commits: z.array(commitRecord).min(1).max(5_000) });
export type AddCommitsBody = z.infer<typeof addCommitsBody>;
