import { z } from 'zod';

/** What an open page of a diff is told, as the `data` of one server-sent event. */
export const liveEvent = z.discriminatedUnion('kind', [
  /** Results, decisions or the status of the diff changed: read it again. */
  z.object({ kind: z.literal('changed') }),
  /** Another diff of the branch was completed, or baselines moved: this one may be stale, or no longer the newest. */
  z.object({ kind: z.literal('suite-changed') }),
  /** Comments that the diff may show: read them again. */
  z.object({ kind: z.literal('commented') }),
  /** Ignore areas of the suite were added, changed or removed: read them again. */
  z.object({ kind: z.literal('areas-changed') }),
  /** Who else has the diff open, whenever that changes; nobody at first. */
  z.object({ kind: z.literal('people'), people: z.array(z.object({ id: z.string(), name: z.string() })) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
