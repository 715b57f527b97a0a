import type { Readable } from 'node:stream';

/** Bytes that are read before others get their turn: what is done with so many rows of a database takes some 10 ms. */
const turnBytes = 256 * 1_024;

/** Lets others have their turn while a socket brings much: else up to 32 of its chunks are worked on in one go. */
export function readInTurns(socket: Readable): void {
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read < turnBytes) return;
    read = 0;
    socket.pause();
    setImmediate(() => socket.resume());
  });
}
