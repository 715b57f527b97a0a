import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RouteOptions } from 'fastify';
import { createBreather } from '../../turns/createBreather.js';
import { stringifyInTurns } from '../../turns/stringifyInTurns.js';

/** Bytes from which on an answer is sent in parts, and compressed in another thread: in one piece, both are done at once. */
const largeAnswer = 64 * 1_024;

/**
 * Of a route whose answers may be large: they are written, and sent, in turns with other requests.
 * @param options.isTagged whether a client that asks again is told that nothing has changed, by an `ETag`: weak, since it is of the
 *   text, which is sent compressed or not
 */
export const writtenInTurns = ({
  isTagged,
}: {
  isTagged: boolean;
}): Pick<RouteOptions, 'serializerCompiler' | 'preSerialization'> => ({
  serializerCompiler: () => (written) => written,
  // Errors have a serializer of their own.
  preSerialization: async (_request, reply, answer) => {
    if (reply.statusCode !== 200) return answer;
    const parts = await stringifyInTurns(answer);
    if (isTagged)
      reply.headers({ etag: `W/"${await digestOf(parts)}"`, 'cache-control': 'private, no-cache' });
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length < largeAnswer) return Buffer.concat(parts);
    reply.header('content-length', length);
    return Readable.from(parts);
  },
});

async function digestOf(parts: readonly Buffer[]): Promise<string> {
  const breathe = createBreather();
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
    await breathe();
  }
  return hash.digest('base64');
}
