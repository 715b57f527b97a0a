import { coveredPixels } from '@svc/image-diff';
import { type IgnoredAreas, type IgnoredRegion, isLargelyIgnored } from '@svc/schema';

/** What a comparison ignored, as clients see it. */
export function presentIgnored(
  regions: IgnoredRegion[] | null,
  { width, height }: { width: number | null; height: number | null },
): IgnoredAreas | null {
  if (regions === null || width === null || height === null) return null;
  const percentage = (coveredPixels(regions, { width, height }) / (width * height)) * 100;
  return { regions, percentage, isLarge: isLargelyIgnored(percentage) };
}
