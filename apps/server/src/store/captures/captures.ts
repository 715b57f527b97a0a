import type { CaptureStatus, CaptureTarget, DoubtCause, IgnoredRegion, MissingPart } from '@svc/schema';
import { storable, storableJson } from '@svc/schema/storable';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { statusesBefore, statusMoves } from '../../domain/statusMoves.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { isSlot, positionIn, slotColumns } from '../slots.js';
import type { Captures, Images, Snapshots } from '../tables.js';

export type CaptureRow = Selectable<Captures> & { suite: string };
export type SnapshotRow = Selectable<Snapshots>;

const selectCaptures = (database: Database) =>
  database
    .selectFrom('captures')
    .innerJoin('suites', 'suites.id', 'captures.suiteId')
    .selectAll('captures')
    .select('suites.name as suite');

export const insertCapture = async (database: Database, capture: Insertable<Captures>): Promise<void> => {
  await database.insertInto('captures').values(capture).execute();
};

/** A row with its hash as it is sent. */
const withBytes = <Row extends { hash?: string | null }>(row: Row): Row => ({
  ...row,
  hash: bytea(row.hash ?? null),
});

export const findCapture = (
  database: Database,
  projectId: string,
  id: string,
): Promise<CaptureRow | undefined> =>
  selectCaptures(database)
    .where('captures.projectId', '=', projectId)
    .where('captures.id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();

export const findCapturesByIds = (
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<CaptureRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectCaptures(database)
        .where('captures.projectId', '=', projectId)
        .where(sql<boolean>`captures.id = any(${ids}::text[])`)
        .modifyEnd(prepared)
        .execute();

/** For jobs, which know a capture by its id alone. */
export const findCaptureById = (database: Database, id: string): Promise<CaptureRow | undefined> =>
  selectCaptures(database).where('captures.id', '=', id).modifyEnd(prepared).executeTakeFirst();

/** The snapshots of a capture that could not be captured, in their order. */
export const listFailedSnapshots = (
  database: Database,
  captureId: string,
): Promise<(Slot & { error: string | null })[]> =>
  database
    .selectFrom('snapshots')
    .select([...slotColumns, 'error'])
    .where('captureId', '=', captureId)
    .where('status', '=', 'failed')
    .orderBy('position')
    .modifyEnd(prepared)
    .execute();

/** The capture, held until the end of the transaction. */
export const lockCapture = (transaction: Database, id: string): Promise<CaptureRow | undefined> =>
  selectCaptures(transaction)
    .where('captures.id', '=', id)
    .forNoKeyUpdate('captures')
    .modifyEnd(prepared)
    .executeTakeFirst();

export const listCaptures = (
  database: Database,
  projectId: string,
  filter: { suite?: string | undefined; branch?: string | undefined; before: string | null; limit: number },
): Promise<CaptureRow[]> =>
  selectCaptures(database)
    .where('captures.projectId', '=', projectId)
    .$if(filter.suite !== undefined, (query) => query.where('suites.name', '=', filter.suite ?? ''))
    .$if(filter.branch !== undefined, (query) => query.where('captures.branch', '=', filter.branch ?? ''))
    .$if(filter.before !== null, (query) => query.where('captures.id', '<', filter.before ?? ''))
    .orderBy('captures.id', 'desc')
    .limit(sql.lit(filter.limit))
    // How many builds a branch has makes its best plan.
    .$if(filter.branch === undefined, (query) => query.modifyEnd(prepared))
    .execute();

/** The newest completed, persistent, shared capture of each commit (R11). */
export const findCapturesOfCommits = (
  database: Database,
  projectId: string,
  filter: { suite?: string | undefined; branch?: string | undefined; commits: string[] },
): Promise<CaptureRow[]> =>
  selectCaptures(database)
    .distinctOn('captures.commit')
    .where('captures.projectId', '=', projectId)
    .where('captures.commit', 'in', filter.commits)
    .where('captures.status', '=', 'completed')
    .where('captures.ephemeral', '=', false)
    .where('captures.namespace', '=', '')
    .$if(filter.suite !== undefined, (query) => query.where('suites.name', '=', filter.suite ?? ''))
    .$if(filter.branch !== undefined, (query) => query.where('captures.branch', '=', filter.branch ?? ''))
    .orderBy('captures.commit')
    .orderBy('captures.id', 'desc')
    .execute();

/**
 * Moves a capture on, unless it is already past that (R27).
 * @param end of one that ended, where that is more than that it did so now
 */
export async function moveCapture(
  database: Database,
  id: string,
  to: CaptureStatus,
  end?: { error: string | null; completedAt?: Date },
): Promise<boolean> {
  const moved = await database
    .updateTable('captures')
    .set({
      status: to,
      ...(to === 'completed' || to === 'failed' ? { completedAt: sql<Date>`clock_timestamp()` } : {}),
      ...end,
    })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(statusMoves.captures, to))
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** The snapshots of a capture in their order. */
export const listSnapshots = (database: Database, captureId: string): Promise<SnapshotRow[]> =>
  database
    .selectFrom('snapshots')
    .selectAll()
    .where('captureId', '=', captureId)
    .orderBy(positionIn('snapshots'))
    .execute();

/** What comparing takes from a snapshot. */
export type ComparedSnapshot = Pick<
  SnapshotRow & Pick<Selectable<Images>, 'pixelHash'>,
  | keyof Slot
  | 'status'
  | 'hash'
  | 'pixelHash'
  | 'path'
  | 'threshold'
  | 'antiAliasing'
  | 'ignored'
  | 'carriedFrom'
>;

/** Images are looked up by their keys (`offset 0`), whatever the planner knows of the tables. */
export async function listComparedSnapshots(
  database: Database,
  captureId: string,
): Promise<ComparedSnapshot[]> {
  const { rows } = await sql<ComparedSnapshot>`
    select snapshots.name, snapshots.viewport, snapshots.browser, snapshots.status, snapshots.hash, image.pixel_hash,
      snapshots.path, snapshots.threshold, snapshots.anti_aliasing, snapshots.ignored, snapshots.carried_from
    from snapshots
    left join lateral (
      select pixel_hash from images where project_id = snapshots.project_id and hash = snapshots.hash offset 0
    ) image on true
    where snapshots.capture_id = ${captureId}
    order by ${positionIn('snapshots')}`.execute(database);
  return rows;
}

export const findSnapshot = (
  database: Database,
  captureId: string,
  slot: Slot,
): Promise<SnapshotRow | undefined> =>
  database
    .selectFrom('snapshots')
    .selectAll()
    .where('captureId', '=', captureId)
    .where(isSlot('snapshots', slot))
    .modifyEnd(prepared)
    .executeTakeFirst();

export interface PendingTarget extends Slot {
  target: CaptureTarget;
}

/** The image or the failure of one slot. */
export type SlotOutcome =
  | {
      hash: string;
      unstable: boolean;
      /** Why it is unstable, and another image of it. */
      doubt?: { cause: DoubtCause; otherHash: string | null };
      /** Looks different after other stories. */
      isDependent?: boolean;
      incomplete?: MissingPart[];
      timings: Record<string, number> | null;
      renderer: string | null;
      console?: string[];
      /** Boxes of the image that comparisons ignore. */
      ignored: readonly IgnoredRegion[];
    }
  | { error: string; console?: string[] };

/** What an outcome leaves in the row of its snapshot. Its texts are of pages, which may write what no database has. */
export const outcomeColumns = (outcome: SlotOutcome) =>
  'error' in outcome
    ? {
        status: 'failed' as const,
        error: storable(outcome.error),
        hash: null,
        timings: null,
        console: storableJson(outcome.console ?? []),
        ignored: null,
      }
    : {
        status: 'captured' as const,
        hash: outcome.hash,
        error: null,
        unstable: outcome.unstable,
        isDependent: outcome.isDependent ?? false,
        incomplete: outcome.incomplete ? storableJson(outcome.incomplete) : null,
        timings: outcome.timings && JSON.stringify(outcome.timings),
        renderer: outcome.renderer,
        console: outcome.console ? storableJson(outcome.console) : null,
        ignored: outcome.ignored.length > 0 ? JSON.stringify(outcome.ignored) : null,
      };

export async function setSlotOutcome(
  transaction: Database,
  captureId: string,
  slot: Slot,
  outcome: SlotOutcome,
): Promise<void> {
  await transaction
    .updateTable('snapshots')
    .set({ ...withBytes(outcomeColumns(outcome)), uploadedAt: sql<Date>`now()` })
    .where('captureId', '=', captureId)
    .where(isSlot('snapshots', slot))
    .modifyEnd(prepared)
    .execute();
}

/** What an upload says of its slot beside the image. */
export async function setSlotExtras(
  transaction: Database,
  captureId: string,
  slot: Slot,
  extras: {
    path: string | null;
    metadata: string | null;
    autoApprove: boolean;
    testId: string | null;
    threshold: number | null;
    antiAliasing: boolean | null;
  },
): Promise<void> {
  await transaction
    .updateTable('snapshots')
    .set(extras)
    .where('captureId', '=', captureId)
    .where(isSlot('snapshots', slot))
    .modifyEnd(prepared)
    .execute();
}

/** Fails whatever is still pending, with one reason for all. */
export const failPendingSnapshots = async (
  transaction: Database,
  captureId: string,
  error: string,
): Promise<void> => {
  await transaction
    .updateTable('snapshots')
    .set({ status: 'failed', error })
    .where('captureId', '=', captureId)
    .where('status', '=', 'pending')
    .execute();
};

/** Counts the snapshots of a capture again; `total` grows with an open capture. */
export const recountCapture = async (transaction: Database, captureId: string): Promise<void> => {
  await sql`
    update captures set
      total_snapshots = counted.total, completed_snapshots = counted.captured, failed_snapshots = counted.failed
    from (
      select count(*) total, count(*) filter (where status = 'captured') captured,
        count(*) filter (where status = 'failed') failed
      from snapshots where capture_id = ${captureId}
    ) counted
    where id = ${captureId}`.execute(transaction);
};

/** Adds to the counters of a capture; with `begun`, one that was pending is processing from then on. */
export const countSnapshots = async (
  transaction: Database,
  captureId: string,
  added: { total: number; completed: number; failed: number },
  { begun }: { begun: boolean },
): Promise<void> => {
  await transaction
    .updateTable('captures')
    .set((column) => ({
      totalSnapshots: column('totalSnapshots', '+', added.total),
      completedSnapshots: column('completedSnapshots', '+', added.completed),
      failedSnapshots: column('failedSnapshots', '+', added.failed),
      ...(begun
        ? {
            status: sql<CaptureStatus>`case when captures.status = 'pending' then 'processing' else captures.status end`,
          }
        : {}),
    }))
    .where('id', '=', captureId)
    .modifyEnd(prepared)
    .execute();
};

/** Records how the command ended that captured, before the capture ends. */
export const setCaptureRun = async (
  transaction: Database,
  captureId: string,
  run: { exitCode: number; complete: boolean; isEmpty: boolean },
): Promise<void> => {
  await transaction.updateTable('captures').set(run).where('id', '=', captureId).execute();
};

/** Whether everything of a capture is approved automatically, what is absent included, or which of its slots are. */
export async function findAutoApproved(
  database: Database,
  captureId: string,
): Promise<{ all: boolean; slots: Slot[] }> {
  const { autoApprove: chosen } = await database
    .selectFrom('captures')
    .select('autoApprove')
    .where('id', '=', captureId)
    .executeTakeFirstOrThrow();
  if (chosen) return { all: true, slots: [] };
  const captured = await database
    .selectFrom('snapshots')
    .select([...slotColumns, 'autoApprove'])
    .where('captureId', '=', captureId)
    .where('carriedFrom', 'is', null)
    .execute();
  const slots = captured.filter((snapshot) => snapshot.autoApprove);
  return { all: slots.length > 0 && slots.length === captured.length, slots };
}

/** Gives up what was to be approved automatically: nobody knows how the run ended (R18). */
export async function dropAutoApproval(transaction: Database, captureId: string): Promise<void> {
  await transaction.updateTable('captures').set({ autoApprove: false }).where('id', '=', captureId).execute();
  await transaction
    .updateTable('snapshots')
    .set({ autoApprove: false })
    .where('captureId', '=', captureId)
    .where('autoApprove', '=', true)
    .execute();
}

/** Says that a capture does not hold all of its suite (R28). */
export const setPartial = async (transaction: Database, captureId: string): Promise<void> => {
  await transaction.updateTable('captures').set({ partial: true }).where('id', '=', captureId).execute();
};
