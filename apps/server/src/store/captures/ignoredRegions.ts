import type { IgnoredRegion } from '@svc/schema';
import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';

/** The images of captures of which comparisons ignore something. */
export async function listIgnoredRegions(
  database: Database,
  captureIds: readonly string[],
): Promise<(Slot & { captureId: string; hash: string; ignored: IgnoredRegion[] })[]> {
  if (captureIds.length === 0) return [];
  const { rows } = await sql<Slot & { captureId: string; hash: string; ignored: IgnoredRegion[] }>`
    select ${prepared} capture_id, name, viewport, browser, hash, ignored from snapshots
    where capture_id = any(${captureIds}::text[]) and ignored is not null and hash is not null`.execute(
    database,
  );
  return rows;
}
