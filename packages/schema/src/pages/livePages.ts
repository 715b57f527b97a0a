import { z } from 'zod';

/** A page that was captured, as it is now. */
export const livePage = z.object({
  /** The address that was captured: of a story in its uploaded build, or of any other page. */
  url: z.string(),
  /** The documentation of its component in the same build; null where the build has none. */
  docsUrl: z.string().nullable(),
});
export type LivePage = z.infer<typeof livePage>;

/** The pages behind both images of a result; null for an image that was uploaded, and for a build that was removed. */
export const livePages = z.object({ before: livePage.nullable(), after: livePage.nullable() });
export type LivePages = z.infer<typeof livePages>;
