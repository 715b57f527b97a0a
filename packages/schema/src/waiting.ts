import { z } from 'zod';

/** What a capture, or the unpacking of a build, waits for before it can begin. */
export const waitingForBrowser = z.object({
  /** Captures of all projects that have a turn before, with those that are being captured. */
  capturesAhead: z.number(),
  /** Processes of the service that have browsers. With none, it waits until one is started. */
  captureProcesses: z.number(),
});
export type WaitingForBrowser = z.infer<typeof waitingForBrowser>;
