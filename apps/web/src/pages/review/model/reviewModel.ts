import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { readSelection } from '../address/selectionText.js';
import { isReviewable } from '../list/filterResults.js';
import { type ListRow, rowOf, showChosen } from '../list/listRows.js';
import { type Opening, openingAt } from './holdOpening.js';
import { lookOf } from './lookOf.js';
import { obstacleTo } from './obstacleTo.js';
import type { Plans } from './Plan.js';
import { planDecisions } from './planDecisions.js';
import { planList } from './planList.js';
import { planLooks } from './planLooks.js';
import { planMoves } from './planMoves.js';
import { type ReviewList, reviewList } from './reviewList.js';
import type { Scene, Selected } from './Scene.js';

export interface ReviewModel extends Scene {
  controls: Plans;
}

interface Viewing {
  /** Whether the person who looks may decide. */
  mayReview?: boolean;
  opening?: Opening;
}

/**
 * What the review page shows, and what each of its controls would do.
 * @param search what the address says
 * @param decisions of this page, the newest last
 * @param list of the same diff and search, where it is at hand
 */
export function reviewModel(
  diff: ReviewDiff,
  search: ReviewSearch,
  decisions: Scene['decisions'],
  list: ReviewList = reviewList(diff, search),
  { mayReview = true, opening = openingAt }: Viewing = {},
): ReviewModel {
  const result = opening(diff, search, list);
  const index = result ? rowOf(list.rows, result) : -1;
  const rows = showChosen(list.rows, index, result);
  const scene: Scene = {
    diff,
    search,
    decisions,
    list,
    rows,
    selected: result ? selectedAt(result, index, rows, list, diff, search) : null,
    marked: readSelection(diff.results, search.selected),
    look: lookOf(search),
    obstacle: obstacleTo(diff, mayReview),
  };
  const controls = { ...planMoves(scene), ...planDecisions(scene), ...planList(scene), ...planLooks(scene) };
  return { ...scene, controls };
}

function selectedAt(
  result: ReviewItem,
  index: number,
  rows: readonly ListRow[],
  { isTree, shown }: ReviewList,
  { results, isWhole }: ReviewDiff,
  search: ReviewSearch,
): Selected {
  const row = rows[index];
  // What is not there yet could belong to it too.
  const line = isWhole && row?.kind === 'result' ? row : undefined;
  const regionCount = result.regions?.length ?? 0;
  return {
    result,
    index,
    among: isWhole
      ? {
          position: (isTree ? countResults(rows, index) : index) + 1,
          count: isTree ? shown.length : rows.length,
        }
      : null,
    card: line?.card ?? [],
    isClosed: line?.place === 'closed',
    variants: results.filter((one) => one.name === result.name && isReviewable(one)),
    region: Math.min(regionCount, Number(search.region ?? 0) || 0) - 1,
  };
}

const countResults = (rows: readonly ListRow[], end: number): number =>
  rows.slice(0, Math.max(0, end)).filter(({ kind }) => kind === 'result').length;
