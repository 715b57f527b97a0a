import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { readKeys } from '../address/keysText.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { filterResults, kindsOf, type ListKind, type SortOrder, sortOf } from '../list/filterResults.js';
import { type ListRow, listRows } from '../list/listRows.js';
import { treeRows } from '../list/treeRows.js';

/** The fields of the address that say what the list shows. */
export type ListSearch = Pick<
  ReviewSearch,
  'status' | 'q' | 'component' | 'sort' | 'list' | 'open' | 'closed'
>;

/** What the list shows of a diff, whichever result is chosen. */
export interface ReviewList {
  kinds: readonly ListKind[];
  query: string;
  /** The only one that the list shows; undefined for all. */
  component: string | undefined;
  order: SortOrder;
  isTree: boolean;
  openGroups: ReadonlySet<string>;
  closedFolders: ReadonlySet<string>;
  /** Results with an accessibility change, shown or not. */
  accessibilityCount: number;
  /** The results that pass the filters. */
  shown: readonly ReviewItem[];
  rows: readonly ListRow[];
  /** Any result of the diff, shown or not, by the key of its slot. */
  resultAt: (key: string) => ReviewItem | undefined;
}

/** Takes milliseconds for thousands of results: worth keeping while neither the diff nor the filters change. */
export function reviewList(diff: ReviewDiff, search: ListSearch): ReviewList {
  const kinds = kindsOf(search.status);
  const query = search.q ?? '';
  const { component } = search;
  const order = sortOf(search.sort);
  const isTree = search.list === 'tree';
  const openGroups = readKeys(search.open);
  const closedFolders = readKeys(search.closed);
  const shown = filterResults(diff.results, {
    kinds,
    query,
    component,
    order: isTree ? 'diff' : order,
  });
  const rows = isTree ? treeRows(shown, closedFolders) : listRows(shown, openGroups);
  return {
    kinds,
    query,
    component,
    order,
    isTree,
    openGroups,
    closedFolders,
    accessibilityCount: diff.results.filter(({ accessibility }) => accessibility !== null).length,
    shown,
    rows,
    resultAt: resultsBySlot(diff.results),
  };
}

/** What opens without a chosen result does not wait for the keys of thousands: they are made when the first is asked for. */
function resultsBySlot(results: readonly ReviewItem[]): ReviewList['resultAt'] {
  let bySlot: Map<string, ReviewItem> | undefined;
  return (key) => {
    bySlot ??= new Map(results.map((result) => [slotKey(result), result]));
    return bySlot.get(key);
  };
}
