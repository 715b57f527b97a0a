import type { Readable } from 'node:stream';
import { ServiceError } from '../../domain/ServiceError.js';

export interface Limit {
  /** Bytes. */
  most: number;
  /** What a larger body is answered. */
  refusal: () => ServiceError;
}

/**
 * The chunks of a body. One that is refused stays open, since its answer goes over the same connection.
 * @throws ServiceError VALIDATION_ERROR for a body that was cut off, or the refusal of one that is too large
 */
export async function* readChunks(payload: Readable, { most, refusal }: Limit): AsyncGenerator<Buffer> {
  let total = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      total += chunk.length;
      if (total > most) throw refusal();
      yield chunk;
    }
  } catch (error) {
    // Errors with a status are answers already; any other is of the connection.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw cutOff();
  }
}

export const cutOff = () =>
  new ServiceError('VALIDATION_ERROR', 'The request ended before its body was complete');
