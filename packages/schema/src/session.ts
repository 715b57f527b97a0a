import { z } from 'zod';
import { conclusion } from './enums.js';
import { commit, id, name, ref } from './primitives.js';

export const createSessionBody = z.object({
  suite: name,
  branch: ref,
  commit,
  baselineRef: ref.optional(),
  autoApprove: z.boolean().default(false),
  isLocal: z.boolean().default(false),
  history: z.array(commit).max(500).optional(),
});
export type CreateSessionBody = z.infer<typeof createSessionBody>;

export const createdSession = z.object({ sessionId: id, captureId: id, diffId: id });
export type CreatedSession = z.infer<typeof createdSession>;

export const completeSessionBody = z.object({ exitCode: z.number().int().min(0).max(255).optional() });

export const completedSession = z.object({
  /** Signed token for image access. */
  imageToken: z.string(),
  diffs: z.array(
    z.object({
      diffId: id,
      suite: z.string(),
      conclusion: conclusion.nullable(),
      checkRunUrl: z.string().nullable(),
      reviewUrl: z.string().nullable(),
      summary: z.object({
        changed: z.number(),
        new: z.number(),
        unchanged: z.number(),
        removed: z.number(),
        failed: z.number(),
      }),
      changedSnapshots: z.array(z.string()),
    }),
  ),
});
export type CompletedSession = z.infer<typeof completedSession>;
