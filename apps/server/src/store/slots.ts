import { type RawBuilder, sql } from 'kysely';
import type { Slot } from '../domain/slot.js';
import { arrayText } from './arrayText.js';

/** The columns that hold a slot (R1). */
export const slotColumns = ['name', 'viewport', 'browser'] as const;

/** The slot of a row of `table`: two rows are of one slot where these are equal. Indexes serve such a condition. */
export const slotIn = (table: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${table}.name`)}, ${sql.ref(`${table}.viewport`)}, ${sql.ref(`${table}.browser`)})`;

/** A slot to compare with {@link slotIn}. */
export const slotValue = ({ name, viewport, browser }: Slot): RawBuilder<unknown> =>
  sql`(${name}, ${viewport}, ${browser})`;

/** Whether a row of `table` is of the slot. */
export const isSlot = (table: string, slot: Slot): RawBuilder<boolean> =>
  sql<boolean>`${slotIn(table)} = ${slotValue(slot)}`;

const columnsIn = (table: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));

/** The columns of a `SlotPosition`, to order by and to compare. */
export const positionIn = (table: string): RawBuilder<unknown> =>
  columnsIn(table, ['position', ...slotColumns]);

/** The columns of a slot, to order by: indexes have this order. */
export const slotOrderIn = (table: string): RawBuilder<unknown> => columnsIn(table, slotColumns);

/** The arguments of an `unnest` whose rows begin with the columns name, viewport and browser. */
export const slotArrays = (slots: readonly Slot[]): RawBuilder<unknown> =>
  sql`${arrayText(slots.map(({ name }) => name))}::text[], ${arrayText(slots.map(({ viewport }) => viewport))}::text[],
    ${arrayText(slots.map(({ browser }) => browser))}::text[]`;

/** Whether a row of `table` is of one of the slots. */
export const isOneOf = (table: string, slots: readonly Slot[]): RawBuilder<boolean> =>
  sql<boolean>`${slotIn(table)} in (select * from unnest(${slotArrays(slots)}))`;

const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other);

/** A row's slot, in columns of its own. */
export type SlotRow = Pick<Slot, 'name'> & Record<'viewport' | 'browser', string>;

/**
 * Rows of one capture or diff in the order of the index over their slots: written so, its pages are full, where rows in any
 * order leave them half empty.
 */
export const inSlotOrder = <Row extends SlotRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (one, other) =>
      compareTexts(one.name, other.name) ||
      compareTexts(one.viewport, other.viewport) ||
      compareTexts(one.browser, other.browser),
  );
