import type { UploadSnapshotWithDiffInput } from '../options.js';
import type { RequestBody } from '../transport/RequestBody.js';
import type { QueryValue } from '../transport/Transport.js';
import { unshared } from '../transport/unshared.js';
import type { Viewport } from '../types.js';

/** What is said of an image that is uploaded; its layout is packed when it is sent. */
export type ImageFields = { name: string; captureId?: string; history?: string | undefined } & Partial<
  Omit<UploadSnapshotWithDiffInput, 'png' | 'history'>
>;

/** Longer fields go into a form instead of the address. */
const longestQuery = 4_000;

const viewportText = (viewport: Viewport | undefined) =>
  viewport ? `${viewport.width}x${viewport.height}` : undefined;
const jsonText = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

/** A file that is neither JPEG nor WebP is sent as a PNG: the service says what is wrong with it. */
function typeOf(file: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' {
  const head = String.fromCharCode(...file.subarray(0, 12));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : 'image/png';
}

/** The request for a PNG, JPEG or WebP file: its bytes with the fields in the address, or a form where these are too long for one. */
export function encodeSnapshot(
  png: Uint8Array,
  { viewport, path, metadata, ignore, ci, ...rest }: ImageFields,
): { body: RequestBody; query: Record<string, QueryValue> } {
  const fields: Record<string, QueryValue> = {
    ...rest,
    viewport: viewportText(viewport),
    path: jsonText(path),
    metadata: jsonText(metadata),
    ignore: jsonText(ignore),
    ci: jsonText(ci),
  };
  const length = Object.values(fields).reduce<number>(
    (sum, value) => sum + encodeURIComponent(String(value)).length,
    0,
  );
  if (length <= longestQuery)
    return { body: { kind: 'bytes', bytes: png, type: typeOf(png) }, query: fields };
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(key, String(value));
  }
  form.set('png', new Blob([unshared(png)], { type: typeOf(png) }), 'snapshot');
  return { body: { kind: 'form', form }, query: {} };
}
