import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ListRow } from './listRows.js';
import { ResultRow, rowHeight } from './ResultRow.js';
import { slotKey } from './slotKey.js';

interface Props {
  rows: readonly ListRow[];
  /** Index of the selected result; -1 for none. */
  selected: number;
  /** Keys of the results that are marked for a decision in one. */
  marked: ReadonlySet<string>;
  onSelect: (index: number) => void;
  onToggleGroup: (index: number) => void;
}

/** All results of the filter; only the rows in sight are in the document. */
export function ResultList({ rows: list, selected, marked, onSelect, onToggleGroup }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 6,
    scrollPaddingStart: 12,
    scrollPaddingEnd: 12,
  });
  useEffect(() => {
    if (selected >= 0) rows.scrollToIndex(selected, { align: 'auto' });
  }, [selected, rows]);

  const items = rows.getVirtualItems();
  const isRendered = items.some(({ index }) => index === selected);
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Results"
      tabIndex={0}
      aria-activedescendant={isRendered ? `result-${selected}` : undefined}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 focus-visible:outline-offset-[-3px]"
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = list[index];
          return (
            row && (
              <ResultRow
                key={slotKey(row.result)}
                row={row}
                marked={marked.has(slotKey(row.result))}
                index={index}
                count={list.length}
                top={start}
                selected={index === selected}
                onToggleGroup={() => onToggleGroup(index)}
                onSelect={(chosen) => {
                  scroller.current?.focus({ preventScroll: true });
                  onSelect(chosen);
                }}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
