import { type Insertable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { isMarked } from '../blobs/isMarked.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared, preparedIfFew } from '../prepared.js';
import { isSlot, slotArrays, slotIn } from '../slots.js';
import type { LayoutRecords } from '../tables.js';

/** An image as a slot shows it. */
export interface SlotImage extends Slot {
  imageHash: string;
}

/** Records how the page of an image was laid out, unless that is known of its slot or the image is gone. */
export async function insertLayout(
  database: Database,
  { projectId, imageHash, name, viewport, browser, hash, bytes }: Insertable<LayoutRecords>,
): Promise<void> {
  await sql`
    ${prepared} delete from layout_records
    where project_id = ${projectId} and image_hash = ${bytea(imageHash)}
      and ${isSlot('layout_records', { name, viewport, browser })} and ${isMarked('layout_records')}`.execute(
    database,
  );
  await sql`
    insert into layout_records (project_id, image_hash, name, viewport, browser, hash, bytes)
    select ${prepared} project_id, hash, ${name}, ${viewport}, ${browser}, ${bytea(hash)}::bytea, ${bytes}::int from images
    where project_id = ${projectId} and hash = ${bytea(imageHash)} and removed_at is null
    on conflict do nothing`.execute(database);
}

/** A layout record: the hash of its blob, and whether it was taken of the slot that was asked for and is not lost. */
export interface FoundLayout {
  hash: string;
  isOfSlot: boolean;
}

/** Whether the pages of both images of any of some pairs were recorded, of whatever slot. */
export async function isAnyPairRecorded(
  database: Database,
  projectId: string,
  pairs: readonly { baseHash: string; headHash: string }[],
): Promise<boolean> {
  if (pairs.length === 0) return false;
  const recordOf = (side: 'base' | 'head') => sql`lateral (
    select from layout_records where project_id = ${projectId} and image_hash = ${sql.ref(`pair.${side}`)} limit 1)`;
  const { rows } = await sql`
    select from unnest(${byteas(pairs.map(({ baseHash }) => baseHash))}, ${byteas(pairs.map(({ headHash }) => headHash))})
      pair (base, head)
    cross join ${recordOf('base')} of_base cross join ${recordOf('head')} of_head
    limit 1`.execute(database);
  return rows.length > 0;
}

/** The layout records of images of a project, each where its image is; undefined where none was taken. */
export async function findLayouts(
  database: Database,
  projectId: string,
  images: readonly SlotImage[],
): Promise<(FoundLayout | undefined)[]> {
  if (images.length === 0) return [];
  const hashes = images.map(({ imageHash }) => imageHash);
  const { rows } = await sql<FoundLayout & { place: number }>`
    select ${preparedIfFew(images)} coalesce(own.hash, other.hash) hash, own.hash is not null and not ${isMarked('own')} is_of_slot, asked.place::int place
    from unnest(${slotArrays(images)}, ${byteas(hashes)})
      with ordinality asked (name, viewport, browser, image_hash, place)
    left join layout_records own on own.project_id = ${projectId} and own.image_hash = asked.image_hash
      and ${slotIn('own')} = ${slotIn('asked')}
    cross join lateral (
      select hash from layout_records where project_id = ${projectId} and image_hash = asked.image_hash
      order by name, viewport, browser limit 1
    ) other`.execute(database);
  const layouts: (FoundLayout | undefined)[] = images.map(() => undefined);
  for (const { place, ...layout } of rows) layouts[place - 1] = layout;
  return layouts;
}
