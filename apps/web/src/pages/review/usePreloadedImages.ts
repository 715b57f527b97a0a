import { useEffect } from 'react';
import type { ReviewItem } from '../../client/presentReview.js';

const reach = [1, -1, 2, -2];

/** Fetches the pictures of the two results before and after, so that the next one is there at once. */
export function usePreloadedImages(list: readonly ReviewItem[], selected: number): void {
  useEffect(() => {
    if (selected < 0) return;
    const images = reach
      .flatMap((step) => {
        const near = list[selected + step];
        return near ? [near.currentImageUrl, near.baselineImageUrl, near.diffImageUrl] : [];
      })
      .filter((url) => Boolean(url))
      .map((url) => url ?? '')
      .map((url) => {
        const image = new Image();
        image.src = url;
        return image;
      });
    return () => {
      // An image still loading would hold back those of the result that is shown now.
      for (const image of images) if (!image.complete) image.src = '';
    };
  }, [list, selected]);
}
