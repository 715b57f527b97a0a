import type { HistoryEvent } from '@svc/schema';
import { findImages } from '../../store/images/images.js';
import type { Resources } from '../Resources.js';

/** Images of a project by their hashes; null for none, and for one that is unknown. */
export async function readImages(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  projectId: string,
  hashes: readonly (string | null)[],
): Promise<(hash: string | null) => HistoryEvent['image']> {
  const wanted = [...new Set(hashes.flatMap((hash) => hash ?? []))];
  const found = await findImages(database, projectId, wanted);
  const rows = new Map(found.map((row) => [row.hash, row]));
  return (hash) => {
    const row = rows.get(hash ?? '');
    return row
      ? { hash: row.hash, imageUrl: links.image(projectId, row.hash), width: row.width, height: row.height }
      : null;
  };
}
