import type { RawBuilder } from 'kysely';
import { Inbox } from '../turns/Inbox.js';
import type { Database } from './database.js';

/**
 * The rows of a statement in parts, as they come. It is asked at once, and to its end whether or not the parts are taken: who takes them
 * may have to wait for another connection meanwhile, and this one must not be what it waits for.
 */
export async function* streamRows<Row>(database: Database, query: RawBuilder<Row>): AsyncGenerator<Row[]> {
  const parts = new Inbox<Row[]>(async (put) => {
    for await (const { rows } of database.getExecutor().stream<Row>(query.compile(database), 1)) put(rows);
  });
  for (;;) {
    const taken = await parts.take();
    if (taken.length === 0) return;
    yield taken.flat();
  }
}
