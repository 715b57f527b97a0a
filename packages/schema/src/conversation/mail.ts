import { z } from 'zod';
import { text } from '../primitives.js';

/** Builds whose state a person is notified about: none, those of pull requests of a linked account, or all of the person's projects. */
const mailedBuilds = z.enum(['none', 'mine', 'all']);

/** Which notifications a person receives by e-mail. */
export const mailPreferences = z.object({
  /** `@name` in a comment. */
  mentions: z.boolean(),
  /** Comments in threads in which the person wrote. */
  replies: z.boolean(),
  /** Requests for a review. */
  requests: z.boolean(),
  /** Builds that wait for a review, or whose changes were rejected. */
  builds: mailedBuilds,
});
export type MailPreferences = z.infer<typeof mailPreferences>;

export const mailSettings = mailPreferences.extend({
  /** Whether the service sends e-mail at all. */
  sendsMail: z.boolean(),
  /** Where it goes; null for an account without an address, which gets none. */
  email: z.string().nullable(),
  /** Why the newest letter that was given up did not arrive; null where none was lately. */
  error: z.string().nullable(),
});
export type MailSettings = z.infer<typeof mailSettings>;

export const unsubscribeQuery = z.object({ token: text(1_000, 1) });
