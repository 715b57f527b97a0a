import type pg from 'pg';

/** Bytes of rows that are read before others get their turn: it takes some 10 ms to make values of so many. */
const turnBytes = 256 * 1_024;

/** What `pg` reads with; its types do not tell. */
interface Connection {
  on(event: 'dataRow', listener: (row: { length: number }) => void): void;
  stream: { pause(): void; resume(): void };
}

/**
 * Lets others have their turn while a statement brings many rows: else up to 32 chunks of the socket are worked on in one go. It counts
 * rows, since a copy lets nobody else listen to the socket.
 */
export function readRowsInTurns(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: Connection };
  let read = 0;
  connection.on('dataRow', ({ length }) => {
    read += length;
    if (read < turnBytes) return;
    read = 0;
    connection.stream.pause();
    setImmediate(() => connection.stream.resume());
  });
}
