import { z } from 'zod';
import { browser, name, timestamp, viewport } from './primitives.js';
import { viewportText } from './snapshotUpload.js';

/** Bytes of the largest trace that is kept. */
export const largestTrace = 64 * 1024 * 1024;

/** Which snapshot of a capture a trace belongs to. */
export const traceQuery = z.object({
  name,
  viewport: viewportText.optional(),
  browser: browser.optional(),
});

/** What a test runner recorded of the test that took a snapshot. */
export const trace = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  bytes: z.number(),
  uploadedAt: timestamp,
  /** A zip archive, which anyone with this address can download for an hour. */
  url: z.string(),
});
export type Trace = z.infer<typeof trace>;

/** Of the results of a diff that have one, at most 1,000. */
export const traceList = z.object({ traces: z.array(trace) });
