import type { ReviewItem } from '../../../client/presentReview.js';

type Changed = Pick<ReviewItem, 'rowChanges' | 'regionCount' | 'headSize' | 'baselineSize'>;

/** What changed, in words: "20 rows inserted at y = 300; nothing else changed". Empty when there is nothing to say. */
export function changeWords({ rowChanges, regionCount, headSize, baselineSize }: Changed): string {
  const parts: string[] = [];
  if (headSize && baselineSize && !isSameSize(headSize, baselineSize)) {
    parts.push(
      `size ${baselineSize.width} × ${baselineSize.height} → ${headSize.width} × ${headSize.height}`,
    );
  }
  const bands = rowChanges ?? [];
  for (const { kind, y, baseY, height } of bands.slice(0, 3)) {
    const rows = `${height} ${height === 1 ? 'row' : 'rows'}`;
    if (kind === 'moved') parts.push(`${rows} moved from y = ${baseY} to ${y}`);
    else parts.push(`${rows} ${kind} at y = ${kind === 'inserted' ? y : baseY}`);
  }
  if (bands.length > 3) parts.push(`${bands.length - 3} more bands of rows`);
  if (bands.length > 0) {
    const others = Math.max(0, regionCount - bands.length);
    parts.push(
      others === 0 ? 'nothing else changed' : `${others} other ${others === 1 ? 'region' : 'regions'}`,
    );
  }
  return parts.join('; ');
}

const isSameSize = (one: { width: number; height: number }, other: { width: number; height: number }) =>
  one.width === other.width && one.height === other.height;
