import { z } from 'zod';
import { snapshot } from './capture.js';
import { snapshotDiffResult } from './diff.js';
import {
  browser,
  bytes,
  commaSeparated,
  commit,
  hash,
  id,
  ignoredRegions,
  metadata,
  name,
  ref,
  text,
  type Viewport,
  viewport,
} from './primitives.js';
import { runFields } from './run.js';

const textOf = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  }, schema);

/** A viewport, or its text form. */
export const viewportText = z.preprocess((value: string | Viewport) => {
  if (typeof value !== 'string') return value;
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(value);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : value;
}, viewport);

const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/**
 * The fields of POST /api/v1/snapshots. They come as query parameters beside a raw `image/png` body, as form fields
 * beside the file `png`, or as a JSON body with `hash` instead of bytes. In text form a viewport is `1280x720`,
 * `path`, `metadata` and `ignore` are JSON.
 *
 * With `captureId` the snapshot joins that capture; otherwise `suite`, `branch`, `commit` and `baselineRef`
 * are given and it is compared at once.
 */
export const snapshotFields = z.object({
  name,
  viewport: viewportText.optional(),
  browser: browser.optional(),
  captureId: id.optional(),
  sessionId: id.optional(),
  suite: name.optional(),
  branch: ref.optional(),
  commit: commit.optional(),
  baselineRef: ref.optional(),
  isLocal: flag.optional(),
  autoApprove: flag.optional(),
  path: textOf(z.array(text(512)).max(32)).optional(),
  metadata: textOf(metadata).optional(),
  /** Boxes that comparisons ignore, in pixels of the image. */
  ignore: textOf(ignoredRegions).optional(),
  hash: hash.optional(),
  /** Commits reachable from HEAD, newest first, comma-separated; counts where the upload makes the session. */
  history: commaSeparated.pipe(z.array(commit).max(500)).optional(),
  /** Of the test that took it: another test with the same name in a session is refused, the same one is a retry (R47). */
  testId: name.optional(),
  ...runFields,
});
export type SnapshotFields = z.infer<typeof snapshotFields>;

const flagText = z.enum(['true', 'false']);

/** {@link snapshotFields} as text: beside the bytes, each may come in the query or in the form. */
export const snapshotText = snapshotFields.omit({ hash: true }).extend({
  viewport: text(20).meta({ description: 'Width and height in CSS pixels, such as `1280x720`' }).optional(),
  isLocal: flagText.optional(),
  autoApprove: flagText.optional(),
  path: text(32_000).meta({ description: 'A list of strings as JSON' }).optional(),
  metadata: text(128 * 1024)
    .meta({ description: 'An object as JSON' })
    .optional(),
  ignore: text(128 * 1024)
    .meta({ description: 'A list of boxes `{x, y, width, height}` as JSON' })
    .optional(),
});
export const snapshotQuery = snapshotText.partial();
export const snapshotForm = snapshotText.extend({ png: bytes });
/** The project has the bytes already. */
export const knownSnapshot = snapshotFields.required({ hash: true });

/** Answer of an upload: a snapshot of its capture, or how it compares. */
export const uploadedSnapshot = z.union([snapshot, snapshotDiffResult]);

/** What makes the address of an image good for a while. */
export const signedQuery = z.object({ token: text(500).default('') });
