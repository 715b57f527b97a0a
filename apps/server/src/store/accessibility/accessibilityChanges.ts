import type { AccessibilityFinding, ApprovalStatus, ResultStatus } from '@svc/schema';
import { type RawBuilder, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';

/** A decision about a change, where somebody made one. */
export interface ChangeDecision {
  approvalStatus: ApprovalStatus;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The diff in which somebody decided. */
  decidedIn: string | null;
}

/** What changed for assistive technology in one slot of a diff. */
export interface AccessibilityChangeRow extends Slot, ChangeDecision {
  baseHash: string;
  headHash: string;
  fingerprint: string;
  findings: AccessibilityFinding[];
  total: number;
  partial: boolean;
  reviewed: boolean;
  carried: boolean;
}

const columns = sql`change.name, change.viewport, change.browser, change.base_hash, change.head_hash, change.fingerprint,
  change.findings, change.total, change.partial, change.reviewed, change.carried, change.approval_status, change.decided_by,
  change.decided_at, change.decided_in`;

const read = async <Row>(database: Database, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(database)).rows;

/** The changes of a diff: all, or those of some slots. */
export const listChanges = (
  database: Database,
  diffId: string,
  slots?: readonly Slot[],
): Promise<AccessibilityChangeRow[]> =>
  read(
    database,
    sql<AccessibilityChangeRow>`
      select ${columns} from accessibility_changes change
      where change.diff_id = ${diffId} and ${slots ? isOneOf('change', slots) : sql`true`}
      order by change.name, change.viewport, change.browser`,
  );

/** Replaces the changes of a diff. */
export async function replaceChanges(
  transaction: Database,
  { id, projectId, suiteId }: { id: string; projectId: string; suiteId: number },
  changes: readonly AccessibilityChangeRow[],
): Promise<void> {
  await transaction.deleteFrom('accessibilityChanges').where('diffId', '=', id).execute();
  if (changes.length === 0) return;
  await transaction
    .insertInto('accessibilityChanges')
    .values(
      changes.map(({ findings, ...change }) => ({
        ...change,
        baseHash: bytea(change.baseHash),
        headHash: bytea(change.headHash),
        findings: JSON.stringify(findings),
        diffId: id,
        projectId,
        suiteId,
      })),
    )
    .execute();
}

/** The same change of the same slot in another diff. */
export interface AlikeChange extends Slot, ChangeDecision {
  fingerprint: string;
  diffId: string;
  captureId: string;
  branch: string | null;
}

/** Changes of a suite that are equal to some: of the same slot, with the same findings. */
export const listAlike = (
  database: Database,
  suiteId: number,
  changes: readonly (Slot & { fingerprint: string })[],
): Promise<AlikeChange[]> =>
  read(
    database,
    sql<AlikeChange>`
      select change.name, change.viewport, change.browser, change.fingerprint, change.diff_id, change.approval_status,
        change.decided_by, change.decided_at, change.decided_in, diffs.head_capture_id capture_id, captures.branch
      from unnest(${slotArrays(changes)}, ${changes.map(({ fingerprint }) => fingerprint)}::text[])
        asked (name, viewport, browser, fingerprint)
      join accessibility_changes change on change.suite_id = ${suiteId} and change.fingerprint = asked.fingerprint
        and ${slotIn('change')} = ${slotIn('asked')}
      join diffs on diffs.id = change.diff_id
      join captures on captures.id = diffs.head_capture_id
      where not captures.ephemeral and change.reviewed
      order by change.diff_id`,
  );

/**
 * Decides changes of a diff, and sets what its build accepts for their slots.
 */
export async function decideChanges(
  transaction: Database,
  { diffId, captureId }: { diffId: string; captureId: string },
  slots: readonly Slot[],
  { approvalStatus, decidedBy, decidedIn }: Omit<ChangeDecision, 'decidedAt'>,
): Promise<void> {
  await sql`
    update accessibility_changes change set approval_status = ${approvalStatus}, decided_by = ${decidedBy},
      decided_at = case when ${decidedBy}::text is null then null else now() end, decided_in = ${decidedIn}
    where change.diff_id = ${diffId} and ${isOneOf('change', slots)}`.execute(transaction);
  await sql`
    update accessibility_records record
    set accepted_hash = case when change.approval_status = 'approved' then change.head_hash else change.base_hash end
    from accessibility_changes change
    where change.diff_id = ${diffId} and ${isOneOf('change', slots)} and not change.carried
      and record.capture_id = ${captureId} and ${slotIn('record')} = ${slotIn('change')}`.execute(
    transaction,
  );
}

/**
 * What is undecided of the slots that the head of a diff did not record: of each slot as the first of some builds says that
 * has a record of it, or a change that it carried.
 */
export const listUndecided = (
  database: Database,
  diff: { id: string; headCaptureId: string },
  builds: readonly { diffId: string; captureId: string }[],
): Promise<AccessibilityChangeRow[]> =>
  builds.length === 0
    ? Promise.resolve([])
    : read(
        database,
        sql<AccessibilityChangeRow>`
          with last as (
            select distinct on (known.name, known.viewport, known.browser) known.name, known.viewport, known.browser, asked.diff_id
            from unnest(${builds.map(({ diffId }) => diffId)}::text[], ${builds.map(({ captureId }) => captureId)}::text[])
              with ordinality asked (diff_id, capture_id, place)
            cross join lateral (
              select name, viewport, browser from accessibility_records where capture_id = asked.capture_id
              union select name, viewport, browser from accessibility_changes where diff_id = asked.diff_id
            ) known
            order by known.name, known.viewport, known.browser, asked.place
          )
          select ${columns} from last
          join accessibility_changes change on change.diff_id = last.diff_id and ${slotIn('change')} = ${slotIn('last')}
          where change.reviewed and change.approval_status <> 'approved'
            and not exists (
              select from accessibility_records own
              where own.capture_id = ${diff.headCaptureId} and ${slotIn('own')} = ${slotIn('change')})`,
      );

/** The changes of a diff that it shows, in the order of its results: not of slots that are gone. */
export const listShownChanges = (
  database: Database,
  diffId: string,
): Promise<(AccessibilityChangeRow & { resultStatus: ResultStatus })[]> =>
  read(
    database,
    sql<AccessibilityChangeRow & { resultStatus: ResultStatus }>`
      select ${columns}, results.status result_status from accessibility_changes change
      cross join lateral (
        select status, position from results where diff_id = change.diff_id and ${slotIn('results')} = ${slotIn('change')} offset 0
      ) results
      where change.diff_id = ${diffId} and results.status <> 'removed'
      order by results.position`,
  );
