import { elementScroll, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, type RefObject, useCallback, useEffect } from 'react';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewControls } from '../actions/actions.js';
import { FolderRow, folderHeight } from './FolderRow.js';
import type { ListRow } from './listRows.js';
import { ResultRow, rowHeight } from './ResultRow.js';

interface Props {
  /** The element that has the focus while the list is worked through. */
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly ListRow[];
  isTree: boolean;
  /** Index of the selected result; -1 for none. */
  selected: number;
  /** Keys of the results that are marked for a decision in one. */
  marked: ReadonlySet<string>;
  review: ReviewControls;
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Pixels that stay free above and below the row that is selected. */
const scrollPadding = 12;

/** Hears of the list's size when the browser has laid out the page: to ask for it would have that done twice before the first image. */
function observeSize({ scrollElement }: Rows, report: (size: Rect) => void) {
  if (!scrollElement) return;
  const observer = new ResizeObserver((entries) => {
    const [size] = entries.at(-1)?.borderBoxSize ?? [];
    if (size) report({ width: Math.round(size.inlineSize), height: Math.round(size.blockSize) });
  });
  observer.observe(scrollElement, { box: 'border-box' });
  return () => observer.disconnect();
}

/** A list that begins at its top has nothing to scroll, though the virtualizer asks for it. */
const scrollIfElsewhere: Rows['options']['scrollToFn'] = (offset, options, rows) => {
  if (offset !== rows.scrollOffset) elementScroll(offset, options, rows);
};

/** Known without a look at the document, which would have to be laid out for it. */
function isInSight(rows: Rows, index: number): boolean {
  const { scrollOffset, scrollRect } = rows;
  const row = rows.measurementsCache[index];
  if (!row || !scrollRect) return false;
  const top = scrollOffset ?? 0;
  return row.start - scrollPadding >= top && row.end + scrollPadding <= top + scrollRect.height;
}

/** All results of the filter; only the rows in sight are in the document. */
export const ResultList = memo(function ResultList(props: Props) {
  const { scroller, rows: list, isTree, selected, marked, review } = props;
  // biome-ignore lint/nursery/useReactCompiler: it is alone in this component, and the compiler is off
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (list[index]?.kind === 'folder' ? folderHeight : rowHeight),
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6,
    scrollPaddingStart: scrollPadding,
    scrollPaddingEnd: scrollPadding,
    useFlushSync: false,
    // Until it is measured: the rows of the first frame.
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: observeSize,
    scrollToFn: scrollIfElsewhere,
  });
  // Folders and results have different heights, so where they are has to be measured again.
  const shape = isTree ? list : null;
  useEffect(() => {
    if (shape) rows.measure();
  }, [shape, rows]);
  const isMeasured = rows.scrollRect !== null && rows.scrollRect.width > 0;
  useEffect(() => {
    if (selected >= 0 && isMeasured && !isInSight(rows, selected))
      rows.scrollToIndex(selected, { align: 'auto' });
  }, [selected, rows, isMeasured]);
  const choose = useCallback(
    (index: number, { shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      scroller.current?.focus({ preventScroll: true });
      if (shiftKey) review.markTo(index);
      else if (ctrlKey || metaKey) review.toggleMark(index);
      else review.choose(index);
    },
    [review, scroller],
  );
  const isScrolling = useCallback(() => rows.isScrolling, [rows]);
  const toggle = useCallback((index: number) => review.toggleRow(index), [review]);

  const items = rows.getVirtualItems();
  const isRendered = items.some(({ index }) => index === selected);
  return (
    <div
      ref={scroller}
      {...{
        tabIndex: 0,
        role: isTree ? 'tree' : 'listbox',
        'aria-label': 'Results',
        'aria-activedescendant': isRendered ? `result-${selected}` : undefined,
      }}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 focus-visible:outline-offset-[-3px]"
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = list[index];
          if (!row) return null;
          return row.kind === 'folder' ? (
            <FolderRow key={`folder ${row.folder}`} row={row} index={index} top={start} onToggle={toggle} />
          ) : (
            <ResultRow
              key={slotKey(row.result)}
              row={row}
              marked={marked.has(slotKey(row.result))}
              index={index}
              count={list.length}
              top={start}
              selected={index === selected}
              onToggleGroup={toggle}
              onSelect={choose}
              isScrolling={isScrolling}
            />
          );
        })}
      </div>
    </div>
  );
});
