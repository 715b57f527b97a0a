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
  threshold,
  type Viewport,
  viewport,
  viewportKey,
} from './primitives.js';
import { ciPages, runFields } from './run.js';

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

const longestNumber = 30;

/** Of a layout record as text, so that a form may hold it beside all else: some 140 kB deflated. */
const longestLayout = 190_000;

/** Empty text is not a number. */
const numberText = z.preprocess(
  (value) =>
    typeof value === 'string' && value.length <= longestNumber && value.trim() !== '' ? Number(value) : value,
  z.number(),
);

/**
 * The fields of POST /api/v1/snapshots. They come as query parameters beside a raw `image/png`, `image/jpeg` or
 * `image/webp` body, as form fields beside the file `png`, or as a JSON body with `hash` instead of bytes. In text form a viewport is `1280x720`,
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
  /** How it is compared, where that is not as its project says. */
  threshold: numberText.pipe(threshold).optional(),
  antiAliasing: flag.optional(),
  /** How the page was laid out when the image was taken: a layout record as JSON, deflated (raw), in Base64. */
  layout: text(longestLayout).optional(),
  ...runFields,
  ci: textOf(ciPages).optional(),
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
  threshold: text(longestNumber).meta({ description: 'A number from 0 to 1' }).optional(),
  antiAliasing: flagText.optional(),
  ignore: text(128 * 1024)
    .meta({ description: 'A list of boxes `{x, y, width, height}` as JSON' })
    .optional(),
  layout: text(longestLayout)
    .meta({ description: 'A layout record as JSON, deflated (raw), in Base64' })
    .optional(),
  ci: text(16 * 1024)
    .meta({ description: 'Pages of the run in CI, an object as JSON' })
    .optional(),
});
export const snapshotQuery = snapshotText.partial();
export const snapshotForm = snapshotText.extend({ png: bytes });
/** The project has the bytes already. */
export const knownSnapshot = snapshotFields.required({ hash: true });

/** Snapshots in one batch. */
export const batchLength = 500;

const snapshotInBatch = z.object({
  name,
  viewport: viewport.optional(),
  browser: browser.optional(),
  /** SHA-256 of the PNG. */
  hash,
  path: z.array(text(512)).max(32).optional(),
  metadata: metadata.optional(),
  ignore: ignoredRegions.optional(),
  testId: name.optional(),
  threshold: threshold.optional(),
  antiAliasing: z.boolean().optional(),
});

/** Snapshots of a session whose images the project may have already, each in a slot of its own. */
export const snapshotBatchBody = z.object({
  sessionId: id,
  suite: name,
  branch: ref,
  commit,
  baselineRef: ref.optional(),
  isLocal: z.boolean().optional(),
  autoApprove: z.boolean().optional(),
  ...runFields,
  snapshots: z
    .array(snapshotInBatch)
    .min(1)
    .max(batchLength)
    .superRefine((snapshots, context) => {
      const seen = new Set<string>();
      for (const [index, { name, viewport, browser }] of snapshots.entries()) {
        const slot = JSON.stringify([name, viewportKey(viewport), browser ?? '']);
        if (seen.has(slot)) {
          const message = 'is in the batch twice: send each snapshot in a batch once';
          context.addIssue({ code: 'custom', path: [index, 'name'], message });
        }
        seen.add(slot);
      }
    }),
});
export type SnapshotBatchBody = z.infer<typeof snapshotBatchBody>;

/** Either a result, or why there is none: the service lacks the image, or another test took a snapshot of that name. */
const snapshotBatchEntry = z.object({
  result: snapshotDiffResult.nullable(),
  error: z
    .object({ code: z.enum(['IMAGE_NOT_FOUND', 'SNAPSHOT_DUPLICATE']), message: z.string() })
    .nullable(),
});
export type SnapshotBatchEntry = z.infer<typeof snapshotBatchEntry>;
/** In the order of the request. */
export const snapshotBatch = z.object({ snapshots: z.array(snapshotBatchEntry) });

/** Answer of an upload: a snapshot of its capture, or how it compares. */
export const uploadedSnapshot = z.union([snapshot, snapshotDiffResult]);

/** What makes the address of an image good for a while. */
export const signedQuery = z.object({ token: text(500).default('') });
