import { useEffect, useState } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import type { ListRow } from './listRows.js';
import { neighbor } from './nextPending.js';

/** Milliseconds that a result stays before its neighbors are fetched: holding an arrow key fetches nothing in vain. */
const settled = 80;

/** Fetches the images of the two results before and after, so that the next one is there at once. */
export function usePreloadedImages(rows: readonly ListRow[], selected: number): void {
  useEffect(() => {
    if (selected < 0) return;
    let images: HTMLImageElement[] = [];
    const timer = setTimeout(() => {
      images = nearTo(rows, selected).map((url) => load(url, 'low'));
    }, settled);
    return () => {
      clearTimeout(timer);
      // An image still loading would hold back those of the result that is shown now.
      for (const image of images) if (!image.complete) image.src = '';
    };
  }, [rows, selected]);
}

/** Asks for the images that the page opens with before it is drawn for the first time: they come meanwhile. */
export function useFirstImages(result: ReviewItem | undefined): void {
  useState(() => (result ? urlsOf(result).map((url) => load(url, 'high')) : []));
}

function load(url: string, priority: 'high' | 'low'): HTMLImageElement {
  const image = new Image();
  image.fetchPriority = priority;
  image.src = url;
  return image;
}

/** The addresses of what is near, the next one first. */
function nearTo(rows: readonly ListRow[], selected: number): string[] {
  const near = [1, -1, 2, -2].map((step) => {
    const row = rows[selected + step];
    return row?.kind === 'result' ? row.result : undefined;
  });
  near.unshift(neighbor(rows, selected, 1));
  return [...new Set(near.flatMap((result) => (result ? urlsOf(result) : [])))];
}

const urlsOf = (result: ReviewItem): string[] =>
  [result.currentImageUrl, result.baselineImageUrl, result.alignedDiffImageUrl ?? result.diffImageUrl].filter(
    (url): url is string => url !== null && url !== '',
  );
