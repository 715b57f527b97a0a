import { changeParts } from '@svc/schema/changeParts';
import type { ReviewItem } from '../../../client/presentReview.js';

type Changed = Pick<
  ReviewItem,
  'rowChanges' | 'columnChanges' | 'moves' | 'regions' | 'regionCount' | 'headSize' | 'baselineSize'
>;

/** What changed, in words: "20 rows inserted at y = 300; nothing else changed". Empty when there is nothing to say. */
export function changeWords(result: Changed): string {
  const { headSize, baselineSize } = result;
  const size =
    headSize && baselineSize && !isSameSize(headSize, baselineSize)
      ? [`size ${baselineSize.width} × ${baselineSize.height} → ${headSize.width} × ${headSize.height}`]
      : [];
  return [...size, ...changeParts(result)].join('; ');
}

const isSameSize = (one: { width: number; height: number }, other: { width: number; height: number }) =>
  one.width === other.width && one.height === other.height;
