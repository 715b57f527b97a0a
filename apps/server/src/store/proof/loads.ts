import type { CaptureTarget } from '@svc/schema';
import { sql } from 'kysely';
import type { StoryLoads } from '../../domain/proof/attributeLoads.js';
import type { Slot } from '../../domain/slot.js';
import type { CaptureRow } from '../captures/captures.js';
import type { Database } from '../database.js';
import { isKept } from '../images/images.js';
import { prepared } from '../prepared.js';
import { slotArrays, slotIn } from '../slots.js';

/** What an image of a story depends on. */
export interface NewLoads extends Slot {
  projectId: string;
  captureId: string;
  siteId: string;
  recipe: string;
  loads: StoryLoads;
}

/** Notes what the image of a slot depends on. The last time counts: a job that was cut off captures a target again. */
export async function setLoads(database: Database, { loads, ...row }: NewLoads): Promise<void> {
  const columns = { ...row, loads: JSON.stringify(loads) };
  await database
    .insertInto('snapshotLoads')
    .values(columns)
    .onConflict((conflict) =>
      conflict.columns(['captureId', 'name', 'viewport', 'browser']).doUpdateSet(columns),
    )
    .modifyEnd(prepared)
    .execute();
}

/** An image that an earlier capture has taken of a slot. */
export interface Origin extends Slot {
  /** The capture that took it, whichever captures took it over since. */
  captureId: string;
  hash: string;
  pixels: string;
  target: CaptureTarget;
  siteId: string;
  recipe: string;
  loads: StoryLoads;
  /** The capture that has its accessibility record; null where none has. */
  recordedIn: string | null;
}

/** What is known of a slot in an earlier capture: null where its image cannot be relied on. */
export interface Known extends Slot {
  origin: Origin | null;
}

/**
 * The newest completed captures of the fleet before this one: of its own branch, then of the branches that it is compared
 * with. What other branches captured is not believed: anyone may build those.
 */
export async function listEarlierCaptures(
  database: Database,
  capture: CaptureRow,
  defaultBranch: string,
): Promise<string[]> {
  const newest = async (branch: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from captures
      where project_id = ${capture.projectId} and suite_id = ${capture.suiteId} and id < ${capture.id}
        and mode = 'fleet' and status = 'completed' and not ephemeral and namespace = ''
        and branch = ${branch}
      order by id desc limit 1`.execute(database);
    return rows.map(({ id }) => id);
  };
  const branches = [capture.branch, capture.baselineRef, defaultBranch].filter((branch) => branch !== null);
  return (await Promise.all([...new Set(branches)].map(newest))).flat();
}

/** The slots of an earlier capture, with the images that they show. */
export async function listKnown(database: Database, captureId: string): Promise<Known[]> {
  const { rows } = await sql<Slot & { [key in keyof Omit<Origin, keyof Slot>]: Origin[key] | null }>`
    select own.name, own.viewport, own.browser, origin.capture_id, origin.hash, images.pixel_hash pixels,
      origin.target, loads.site_id, loads.recipe, loads.loads,
      (select max(record.capture_id) from accessibility_records record
        where record.capture_id in (own.capture_id, origin.capture_id) and ${slotIn('record')} = ${slotIn('own')}
          and record.image_hash = origin.hash) recorded_in
    from snapshots own
    left join snapshots carried on carried.capture_id = own.carried_from and ${slotIn('carried')} = ${slotIn('own')}
    left join snapshots origin
      on origin.capture_id = coalesce(own.proven_from, carried.proven_from, own.carried_from, own.capture_id)
      and ${slotIn('origin')} = ${slotIn('own')}
      and origin.status = 'captured' and not origin.unstable and origin.target is not null
    left join snapshot_loads loads
      on loads.capture_id = origin.capture_id and ${slotIn('loads')} = ${slotIn('origin')}
    left join images on images.project_id = origin.project_id and images.hash = origin.hash and ${isKept}
    where own.capture_id = ${captureId}`.execute(database);
  return rows.map(({ name, viewport, browser, recordedIn, ...origin }) => {
    const slot = { name, viewport, browser };
    return { ...slot, origin: isComplete(origin) ? { ...slot, ...origin, recordedIn } : null };
  });
}

/** The slots of these captures whose stories looked different after others, whichever capture took their images. */
export async function listDependent(database: Database, captureIds: readonly string[]): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select own.name, own.viewport, own.browser
    from snapshots own
    left join snapshots carried on carried.capture_id = own.carried_from and ${slotIn('carried')} = ${slotIn('own')}
    join snapshots origin
      on origin.capture_id = coalesce(own.proven_from, carried.proven_from, own.carried_from, own.capture_id)
      and ${slotIn('origin')} = ${slotIn('own')} and origin.is_dependent
    where own.capture_id = any(${captureIds}::text[])`.execute(database);
  return rows;
}

const isComplete = <Row extends object>(row: Row): row is { [key in keyof Row]: NonNullable<Row[key]> } =>
  Object.values(row).every((value) => value !== null);

/**
 * Gives pending slots of a capture the images of others, with what is known of these.
 * @returns those that were pending
 */
export async function takeImages(
  transaction: Database,
  captureId: string,
  origins: readonly Origin[],
): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    update snapshots own set status = 'captured', hash = origin.hash, renderer = origin.renderer,
      console = origin.console, ignored = origin.ignored, proven_from = origin.capture_id, uploaded_at = now()
    from unnest(${slotArrays(origins)}, ${origins.map((origin) => origin.captureId)}::text[])
      proven (name, viewport, browser, capture_id)
    join snapshots origin on origin.capture_id = proven.capture_id and ${slotIn('origin')} = ${slotIn('proven')}
    where own.capture_id = ${captureId} and ${slotIn('own')} = ${slotIn('proven')} and own.status = 'pending'
    returning own.name, own.viewport, own.browser`.execute(transaction);
  return rows;
}
