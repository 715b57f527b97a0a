import { createHash } from 'node:crypto';
import type { IgnoredRegion } from '@svc/schema';
import type { Image } from '../../domain/results/planSlots.js';
import { looksSame } from '../../service/images/looksSame.js';
import type { Resources } from '../../service/Resources.js';

/**
 * Equal bytes are told without a decode; another encoder's file of the same pixels is the same image too (R2), and so is one
 * that differs only in what is ignored of it (R49).
 */
export async function isImage(
  { inspect, compare, blobs }: Resources,
  png: Buffer,
  image: Image,
  ignored: readonly IgnoredRegion[],
): Promise<boolean> {
  if (createHash('sha256').update(png).digest('hex') === image.hash) return true;
  if ((await inspect(png)).pixelHash === image.pixels) return true;
  if (ignored.length === 0) return false;
  // An image that retention has removed is not known any more.
  const before = await blobs.get(image.hash).catch(() => null);
  return before !== null && looksSame(compare, before, png, ignored);
}
