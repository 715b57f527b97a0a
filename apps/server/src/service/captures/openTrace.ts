import type { Readable } from 'node:stream';
import { ServiceError } from '../../domain/ServiceError.js';
import { findTraceByHash } from '../../store/captures/traces.js';
import type { Resources } from '../Resources.js';

/** A trace to download. */
export interface OpenedTrace {
  /** A file name of plain letters. */
  fileName: string;
  bytes: number;
  open(): Promise<Readable>;
  /** Where else a browser can download it for a while; null where it cannot. */
  address(): Promise<string | null>;
}

/**
 * Admits the holder of a trace's address to it.
 * @throws ServiceError TOKEN_INVALID, TRACE_NOT_FOUND
 */
export async function openTrace(
  { database, blobs, links }: Resources,
  { hash, token }: { hash: string; token: string },
): Promise<OpenedTrace> {
  const projectId = links.readTraceToken(token, hash);
  if (!projectId)
    throw new ServiceError(
      'TOKEN_INVALID',
      'The token of this trace URL is invalid or has expired; request the URL again',
    );
  const trace = await findTraceByHash(database, projectId, hash);
  if (!trace) throw new ServiceError('TRACE_NOT_FOUND', 'The server has no such trace.');
  const plain = trace.name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(-100);
  const fileName = `${plain}-trace.zip`;
  const disposition = `attachment; filename="${fileName}"`;
  return {
    fileName,
    bytes: trace.bytes,
    open: () => blobs.stream(hash),
    address: async () =>
      (await blobs.direct?.addressOf(hash, { type: 'application/zip', disposition })) ?? null,
  };
}
