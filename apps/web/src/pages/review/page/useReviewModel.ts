import { useEffect, useMemo, useState } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { useReviewSearch } from '../address/useReviewSearch.js';
import { holdOpening } from '../model/holdOpening.js';
import { reviewList } from '../model/reviewList.js';
import { reviewModel } from '../model/reviewModel.js';
import type { Scene } from '../model/Scene.js';
import { useStoredText } from './useStoredText.js';

/** The model of the address that the page is at, and what changes that. */
export function useReviewModel(diff: ReviewDiff, decisions: Scene['decisions'], mayReview: boolean) {
  const { search, change } = useReviewSearch();
  const [preferredView, prefer] = useStoredText('svc.view', 'side');
  // A link shows a colleague the same view, also when it is only what this browser likes best.
  useEffect(() => {
    if (search.view === undefined && preferredView !== 'side') change({ view: preferredView });
  }, [search.view, preferredView, change]);
  const { status, q, component, sort, list, open, closed } = search;
  const listed = useMemo(
    () => reviewList(diff, { status, q, component, sort, list, open, closed }),
    [diff, status, q, component, sort, list, open, closed],
  );
  const view = search.view ?? preferredView;
  const [opening] = useState(holdOpening);
  const model = reviewModel(diff, { ...search, view }, decisions, listed, { mayReview, opening });
  return { model, change, prefer };
}
