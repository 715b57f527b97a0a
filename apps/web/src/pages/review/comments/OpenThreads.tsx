import { createContext, useContext } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Icon } from '../../../ui/Icon.js';
import { slotKey } from '../../../words/slotKey.js';

/** Unresolved threads by slot, for the rows of the list. */
export const OpenThreads = createContext<ReadonlyMap<string, number>>(new Map());

/** The number of unresolved threads about the results of a row, unless it is 0. */
export function ThreadMark({ results }: { results: readonly ReviewItem[] }) {
  const open = useContext(OpenThreads);
  if (open.size === 0) return null;
  const count = results.reduce((sum, result) => sum + (open.get(slotKey(result)) ?? 0), 0);
  if (count === 0) return null;
  return (
    <span data-testid="threads" className="inline-flex items-center gap-1 text-accent tabular-nums">
      <Icon name="comment" size={12} />
      {count}
      <span className="sr-only">{count === 1 ? 'unresolved thread' : 'unresolved threads'}</span>
    </span>
  );
}
