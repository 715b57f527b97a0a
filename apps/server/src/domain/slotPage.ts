import type { Slot } from './slot.js';

/** Where an entry stands in a list of slots: positions alone may be the same. */
export type SlotPosition = readonly [position: number, name: string, viewport: string, browser: string];

/** A page of a list of slots. */
export interface Page {
  /** The last entry of the page before; null for the first page. */
  after: SlotPosition | null;
  limit: number;
}

/** The rows of a page that was read with one row more than its limit, and where the next one begins. */
export function endPage<Row extends Slot & { position: number }>(
  rows: readonly Row[],
  { limit }: Page,
): { rows: readonly Row[]; last: SlotPosition | null } {
  const end = rows[limit - 1];
  if (rows.length <= limit || !end) return { rows, last: null };
  return { rows: rows.slice(0, limit), last: [end.position, end.name, end.viewport, end.browser] };
}
