import type { PostgresCursor } from 'kysely';
import { Inbox } from '../turns/Inbox.js';

/** Asks for rows, and hands each on when it comes; ends with the last one. */
export type AskForRows = (text: string, values: unknown[], onRow: (row: unknown) => void) => Promise<unknown>;

/**
 * The rows of one statement as they come: who reads them works on some while PostgreSQL finds the next ones. It is not told to wait, as
 * it would be by a cursor of its own: all rows would be held at the end either way.
 */
export class RowCursor<Row> implements PostgresCursor<Row> {
  readonly #text: string;
  readonly #values: unknown[];
  #rows: Inbox<unknown> | undefined;

  constructor(text: string, values: unknown[]) {
    this.#text = text;
    this.#values = values;
  }

  begin(ask: AskForRows): this {
    this.#rows = new Inbox((put) => ask(this.#text, this.#values, put));
    return this;
  }

  /** The rows that have come since, at least one; none after the last. */
  async read(): Promise<Row[]> {
    if (!this.#rows) throw new Error('a cursor was read before its statement was asked');
    return (await this.#rows.take()) as Row[];
  }

  /** When the connection is free for another statement. */
  async close(): Promise<void> {
    await this.#rows?.close();
  }
}
