import { type CSSProperties, useMemo } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import type { ReviewControls } from '../actions/actions.js';
import { SelectionBar } from '../decisions/SelectionBar.js';
import type { Scene } from '../model/Scene.js';
import type { PageParts } from '../page/usePageParts.js';
import { filterChoices } from './filterChoices.js';
import { ListEdge, useListWidth } from './ListEdge.js';
import { ListHead } from './ListHead.js';
import { ListSkeleton } from './ListSkeleton.js';
import { ResultList } from './ResultList.js';

interface Props {
  scene: Scene;
  parts: PageParts;
  review: ReviewControls;
  className: string;
}

/** The results that pass the filters, and what is marked of them. */
export function ListPane({ scene, parts, review, className }: Props) {
  const edge = useListWidth();
  return (
    <div
      data-testid="list-pane"
      // A narrow window keeps at least half of its width for the images.
      style={{ '--list': `min(${edge.width}px, 40vw)` } as CSSProperties}
      className={`relative flex w-(--list) shrink-0 flex-col border-line border-r bg-surface max-md:w-full max-md:border-r-0 ${className}`}
    >
      <ListEdge {...edge} />
      {scene.diff.isWhole ? (
        <List scene={scene} parts={parts} review={review} />
      ) : (
        <div role="status" aria-label="Loading the list" className="space-y-2 overflow-hidden p-3">
          <ListSkeleton />
        </div>
      )}
    </div>
  );
}

function List({ scene, parts, review }: Omit<Props, 'className'>) {
  const { diff, list, rows, selected, marked, obstacle } = scene;
  const choices = useMemo(() => filterChoices(diff.results), [diff.results]);
  return (
    <>
      <ListHead
        counts={diff.counts}
        kinds={list.kinds}
        accessibilityCount={list.accessibilityCount}
        choices={choices}
        query={list.query}
        component={list.component}
        order={list.order}
        searchBox={parts.searchBox}
        filters={parts.filters}
        isTree={list.isTree}
        review={review}
      />
      {marked.size > 0 && <SelectionBar count={marked.size} isFixed={obstacle !== null} review={review} />}
      {list.shown.length > 0 ? (
        <ResultList
          scroller={parts.scroller}
          rows={rows}
          isTree={list.isTree}
          selected={selected?.index ?? -1}
          marked={marked}
          review={review}
        />
      ) : (
        <p className="px-6 py-10 text-center text-muted text-sm max-md:hidden">{emptyWords(diff)}</p>
      )}
    </>
  );
}

function emptyWords({ status, results, resultsRemovedAt }: ReviewDiff): string {
  if (status === 'processing') return 'Results appear here one by one.';
  return results.length === 0 && resultsRemovedAt ? 'The results were removed.' : 'No snapshot matches.';
}
