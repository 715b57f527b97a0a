import type { DiffResult } from '@svc/schema';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { ResultRow, rowHeight } from './ResultRow.js';
import { slotKey } from './slotKey.js';

interface Props {
  results: readonly DiffResult[];
  /** Index of the selected result; -1 for none. */
  selected: number;
  onSelect: (index: number) => void;
}

/** All results of the filter; only the rows in sight are in the document. */
export function ResultList({ results, selected, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: results.length,
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
          const result = results[index];
          return (
            result && (
              <ResultRow
                key={slotKey(result)}
                result={result}
                index={index}
                count={results.length}
                top={start}
                selected={index === selected}
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
