import type { Review } from '@svc/schema';
import type { UnpackedResult } from '@svc/schema/unpackReview';
import { z } from 'zod';
import { Refusal } from '../Refusal.js';
import type { Asker, ToolImage } from '../Tool.js';

export const imageKind = z.enum(['current', 'baseline', 'difference', 'thumbnail']);
type ImageKind = z.output<typeof imageKind>;

/** Bytes of a PNG; models refuse images of more than about 5 MB in base64. */
const largestImage = 3_700_000;

/** Pixels of a side, likewise. */
const longestSide = 8_000;

interface ReadImages {
  images: ToolImage[];
  /** Images that are not sent, and why. */
  withoutImage: string[];
}

/**
 * Reads one image.
 * @param path of its signed URL; null where there is none
 * @param label what it shows
 */
export async function readImage(
  { readImage: read }: Pick<Asker, 'readImage'>,
  label: string,
  path: string | null,
): Promise<ToolImage | string> {
  if (path === null) return `${label}: there is none`;
  try {
    const png = await read(path);
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const isSendable = png.length <= largestImage && Math.max(width, height) <= longestSide;
    return isSendable
      ? { label, png }
      : `${label}: ${width}x${height} pixels are too large to send; open reviewUrl, or ask for the thumbnail`;
  } catch (error) {
    if (error instanceof Refusal) return `${label}: ${error.message}`;
    throw error;
  }
}

export const partImages = (read: readonly (ToolImage | string)[]): ReadImages => ({
  images: read.filter((one) => typeof one !== 'string'),
  withoutImage: read.filter((one) => typeof one === 'string'),
});

/** The images of a result. */
export const readImages = async (
  asker: Asker,
  { imageToken }: Pick<Review, 'imageToken'>,
  result: UnpackedResult,
  kinds: readonly ImageKind[],
): Promise<ReadImages> =>
  partImages(
    await Promise.all(kinds.map((kind) => readImage(asker, kind, pathOf(kind, imageToken, result)))),
  );

function pathOf(kind: ImageKind, token: string, result: UnpackedResult): string | null {
  const { headHash, baselineHash, comparisonId } = result;
  const search = new URLSearchParams({ token });
  const imageOf = (hash: string | null) => (hash === null ? null : `/api/v1/images/${hash}?${search}`);
  const comparisonOf = (image: string) =>
    comparisonId === null ? null : `/api/v1/comparisons/${comparisonId}/${image}?${search}`;
  switch (kind) {
    case 'current':
      return imageOf(headHash);
    case 'baseline':
      return imageOf(baselineHash);
    case 'difference':
      return comparisonOf('mask');
    case 'thumbnail':
      return comparisonOf('thumbnail');
  }
}
