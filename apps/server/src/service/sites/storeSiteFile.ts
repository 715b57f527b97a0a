import type { Readable } from 'node:stream';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import type { Resources } from '../Resources.js';

/** Stores the bytes of a file that a site will have. */
export async function storeSiteFile(
  { blobs }: Resources,
  path: string,
  content: Uint8Array | Readable,
): Promise<SiteFile> {
  const { hash, size } = await blobs.put(content);
  return { path, hash, bytes: size };
}
