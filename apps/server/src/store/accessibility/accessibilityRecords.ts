import { type Insertable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { isMarked } from '../blobs/isMarked.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { isSlot, slotArrays, slotColumns, slotIn } from '../slots.js';
import type { AccessibilityRecords } from '../tables.js';

/** Keeps the record of a snapshot, instead of the one that an earlier try left. */
export async function saveAccessibilityRecord(
  database: Database,
  record: Insertable<AccessibilityRecords>,
): Promise<void> {
  const { bytes } = record;
  const hashes = {
    imageHash: bytea(record.imageHash),
    tree: bytea(record.tree),
    hash: bytea(record.hash),
  };
  await database
    .insertInto('accessibilityRecords')
    .values({ ...record, ...hashes })
    .onConflict((conflict) =>
      conflict.columns(['captureId', ...slotColumns]).doUpdateSet({ ...hashes, bytes }),
    )
    .modifyEnd(prepared)
    .execute();
}

/** Gives a capture the records of others whose images it has taken over: later builds are compared with those of the newest ones. */
export async function takeRecords(
  transaction: Database,
  captureId: string,
  taken: readonly (Slot & { recordedIn: string | null })[],
): Promise<void> {
  await sql`
    insert into accessibility_records (project_id, capture_id, name, viewport, browser, image_hash, tree, hash, bytes)
    select record.project_id, ${captureId}, record.name, record.viewport, record.browser, record.image_hash, record.tree,
      record.hash, 0
    from unnest(${slotArrays(taken)}, ${taken.map(({ recordedIn }) => recordedIn)}::text[])
      taken (name, viewport, browser, recorded_in)
    join accessibility_records record on record.capture_id = taken.recorded_in and ${slotIn('record')} = ${slotIn('taken')}
    on conflict do nothing`.execute(transaction);
}

/** The record of a slot with this image and this tree, whose rules were checked; undefined where there is none. */
export async function findCheckedRecord(
  database: Database,
  projectId: string,
  { imageHash, tree, ...slot }: Slot & { imageHash: string; tree: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select ${prepared} hash from accessibility_records
    where project_id = ${projectId} and image_hash = ${bytea(imageHash)} and ${isSlot('accessibility_records', slot)}
      and tree = ${bytea(tree)}
      and not ${isMarked('accessibility_records')}
    limit 1`.execute(database);
  return rows[0]?.hash;
}

/** A slot with the hash of its record. */
export interface RecordedSlot extends Slot {
  hash: string;
}

export async function listRecords(database: Database, captureId: string): Promise<RecordedSlot[]> {
  const { rows } = await sql<RecordedSlot>`
    select name, viewport, browser, hash from accessibility_records where capture_id = ${captureId}
    order by name, viewport, browser`.execute(database);
  return rows;
}

/** A build that recorded accessibility. */
export interface RecordedBuild {
  captureId: string;
  /** Null where the capture set baselines without a diff. */
  diffId: string | null;
  commit: string;
  /** What had been checked out for it. */
  checkout: string;
}

/** The newest diff of a capture with baselines that was completed, even if comparing it again failed: `diff`. */
export const comparedWithBaselines = sql`
  left join lateral (
    select id from diffs
    where head_capture_id = captures.id and base_capture_id is null and manifest is null and baseline_mark is not null
    order by id desc limit 1
  ) diff on true`;

/** Whether later builds are compared with what a capture recorded. */
export const isBuildOfLine = sql`(captures.commit is not null and captures.status = 'completed' and not captures.ephemeral
  and coalesce(captures.exit_code, 0) = 0 and (diff.id is not null or captures.auto_baseline))`;

/** Captures of each branch that are looked at for builds that recorded something. */
const mostLookedAt = 1_000;

/**
 * The newest builds of some branches that recorded accessibility, and were compared with baselines or set them, the newest first:
 * with exit code 0 and not ephemeral. Local ones are those of one namespace.
 */
export async function listRecordedBuilds(
  database: Database,
  {
    suiteId,
    branches,
    namespaces,
  }: { suiteId: number; branches: readonly string[]; namespaces: readonly string[] },
  { before, most }: { before: string; most: number },
): Promise<RecordedBuild[]> {
  const { rows } = await sql<RecordedBuild>`
    select captures.id capture_id, diff.id diff_id, captures.commit, coalesce(captures.checkout, captures.commit) checkout
    from unnest(${branches}::text[]) line (branch)
    cross join unnest(${namespaces}::text[]) space (namespace)
    cross join lateral (
      select id, commit, checkout, status, ephemeral, exit_code, auto_baseline from captures
      where suite_id = ${suiteId} and branch = line.branch and namespace = space.namespace and id < ${before}
      order by id desc limit ${mostLookedAt}
    ) captures ${comparedWithBaselines}
    where ${isBuildOfLine}
      and exists (select from accessibility_records record where record.capture_id = captures.id)
    order by captures.id desc limit ${most}`.execute(database);
  return rows;
}

/** What a build accepted for a slot, and what its target had accepted then. */
export interface AcceptedRecord extends Slot {
  captureId: string;
  acceptedHash: string;
  rootHash: string | null;
}

/** What the first of some captures that has a record of a slot accepted for it. */
export async function listAcceptedRecords(
  database: Database,
  captureIds: readonly string[],
): Promise<AcceptedRecord[]> {
  const { rows } = await sql<AcceptedRecord>`
    select distinct on (record.name, record.viewport, record.browser) record.capture_id, record.name, record.viewport,
      record.browser, coalesce(record.accepted_hash, record.hash) accepted_hash, record.root_hash
    from unnest(${captureIds}::text[]) with ordinality asked (capture_id, place)
    join captures on captures.id = asked.capture_id
    join accessibility_records record on record.capture_id = asked.capture_id
      and (record.accepted_hash is not null or captures.auto_baseline)
    order by record.name, record.viewport, record.browser, asked.place`.execute(database);
  return rows;
}

/** Writes down what a build accepts for its slots. */
export async function setAccepted(
  transaction: Database,
  captureId: string,
  accepted: readonly (Slot & { acceptedHash: string; rootHash: string | null })[],
): Promise<void> {
  if (accepted.length === 0) return;
  await sql`
    update accessibility_records record set accepted_hash = given.accepted_hash, root_hash = given.root_hash
    from unnest(${slotArrays(accepted)}, ${byteas(accepted.map((one) => one.acceptedHash))},
      ${byteas(accepted.map((one) => one.rootHash))}) given (name, viewport, browser, accepted_hash, root_hash)
    where record.capture_id = ${captureId} and ${slotIn('record')} = ${slotIn('given')}`.execute(transaction);
}
