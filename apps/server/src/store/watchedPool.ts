import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { isDiskFault } from '../domain/StorageUnavailable.js';
import { ask } from './prepared.js';
import type { RowCursor } from './RowCursor.js';
import { readRowsInTurns } from './readRowsInTurns.js';

/**
 * Answers that say that the server is going, gone, or out of connections or memory: connection exceptions (08),
 * insufficient resources (53), operator intervention (57P0x), sessions that ran out of time (25P03, 25P04), and a
 * primary that has become a standby (25006).
 */
const lostCodes = /^(08...|53...|57P0\d|25P0[34]|25006)$/;

/** What `pg` says of a connection that it has given up, where it does not keep the socket's error. */
const lostMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable)/;

const socketCodes = /^(ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOST\w+|ENET\w+|EADDR\w+|ENOTFOUND|EAI_\w+)$/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** FATAL and PANIC end the session that they are told to. */
const endsSession = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');

function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (lostCodes.test(code) || socketCodes.test(code) || endsSession(error)) return true;
  return error instanceof Error && lostMessages.test(error.message);
}

/**
 * A pool whose connections may be lost at any moment: each has a listener for as long as it lives, also while it is
 * in use, and whatever fails because the database is away fails as {@link DatabaseUnavailable}.
 */
export function watchedPool(pool: pg.Pool): PostgresPool {
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const note = () => void lost.add(client);
    // Without a listener, the error of a connection that a transaction holds ends the process.
    client.on('error', note);
    client.on('end', note);
    readRowsInTurns(client);
  });
  // The pool replaces an idle connection that was lost.
  pool.on('error', () => {});

  const watched = (client: pg.PoolClient): PostgresPoolClient => {
    const watchedAsk = async (text: string, values: unknown[], onRow?: (row: unknown) => void) => {
      try {
        return await ask(client, text, values, onRow);
      } catch (error) {
        if (isDiskFault(error) || !(lost.has(client) || isLost(error))) throw error;
        // The server says that it ends the session before the connection ends: nobody else may be given it.
        lost.add(client);
        throw new DatabaseUnavailable(error);
      }
    };
    const query = (asked: string | RowCursor<unknown>, values: unknown[] = []) =>
      typeof asked === 'string' ? watchedAsk(asked, values) : asked.begin(watchedAsk);
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (discard?: boolean) => client.release(discard || lost.has(client)),
    };
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pool.ending) throw new Error('the database was asked after the service had closed it');
      try {
        return watched(await pool.connect());
      } catch (error) {
        // Whatever the reason, there is no connection: nobody listens, all are taken, the password has changed.
        throw isDiskFault(error) ? error : new DatabaseUnavailable(error);
      }
    },
  };
}
