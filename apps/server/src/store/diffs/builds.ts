import type { CaptureStatus } from '@svc/schema';
import { sql } from 'kysely';
import type { DecisionKind } from '../columnTypes.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';

/** A branch within a suite, in what is shared or in a private namespace. */
export interface SuiteBranch {
  suiteId: number;
  namespace: string;
  branch: string;
}

/** Captures that are looked at for one with a diff: those that set baselines directly have none. */
const mostSkipped = 100;

export interface NeighborRow {
  diffId: string;
  commit: string | null;
  createdAt: Date;
}

/** The nearest build of a branch before or after a capture; undefined where there is none. */
export async function findNeighbor(
  database: Database,
  { suiteId, namespace, branch }: SuiteBranch,
  captureId: string,
  side: 'previous' | 'next',
): Promise<NeighborRow | undefined> {
  const [comparison, order] = side === 'previous' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const { rows } = await sql<NeighborRow>`
    select ${prepared} diff.id diff_id, capture.commit, diff.created_at
    from (
      select id, commit from captures
      where suite_id = ${suiteId} and namespace = ${namespace} and branch = ${branch} and id ${comparison} ${captureId}
      order by id ${order} limit ${mostSkipped}
    ) capture
    cross join lateral (
      select id, created_at from diffs where head_capture_id = capture.id and base_capture_id is null
      order by id desc limit 1
    ) diff
    order by capture.id ${order} limit 1`.execute(database);
  return rows[0];
}

export interface BuildRow {
  captureId: string;
  commit: string | null;
  status: CaptureStatus;
  createdAt: Date;
  diffId: string | null;
}

/** Captures of a branch, the newest first, each with its newest comparison with baselines. */
export async function listBuilds(
  database: Database,
  { suiteId, namespace, branch }: SuiteBranch,
  { before, limit }: { before: string | null; limit: number },
): Promise<BuildRow[]> {
  const { rows } = await sql<BuildRow>`
    select ${prepared} capture.id capture_id, capture.commit, capture.status, capture.created_at, diff.id diff_id
    from (
      select id, commit, status, created_at from captures
      where suite_id = ${suiteId} and namespace = ${namespace} and branch = ${branch}
        and (${before}::text is null or id < ${before})
      order by id desc limit ${sql.lit(limit)}
    ) capture
    left join lateral (
      select id from diffs where head_capture_id = capture.id and base_capture_id is null order by id desc limit 1
    ) diff on true
    order by capture.id desc`.execute(database);
  return rows;
}

/** What was decided in some diffs, by each actor, in the order of their last decisions. */
export async function countDecisions(
  database: Database,
  diffIds: readonly string[],
): Promise<
  { diffId: string; kind: DecisionKind; actor: string; count: number; revokedCount: number; at: Date }[]
> {
  const { rows } = await sql<{
    diffId: string;
    kind: DecisionKind;
    actor: string;
    count: number;
    revokedCount: number;
    at: Date;
  }>`
    select ${prepared} diff_id, kind, actor, count(*)::int count, count(revoked_at)::int revoked_count, max(created_at) at
    from decisions where diff_id = any(${diffIds}::text[]) group by diff_id, kind, actor order by at, actor`.execute(
    database,
  );
  return rows;
}

/** What some captures made baselines, on each shared branch, in order. */
export async function countPromotions(
  database: Database,
  captureIds: readonly string[],
): Promise<
  {
    captureId: string;
    branch: string;
    actor: string;
    promotedCount: number;
    removedCount: number;
    revokedCount: number;
    at: Date;
  }[]
> {
  const { rows } = await sql<{
    captureId: string;
    branch: string;
    actor: string;
    promotedCount: number;
    removedCount: number;
    revokedCount: number;
    at: Date;
  }>`
    select ${prepared} capture_id, branch, actor, count(hash)::int promoted_count, count(*) filter (where hash is null)::int removed_count,
      count(revoked_seq)::int revoked_count, max(created_at) at
    from baseline_entries where capture_id = any(${captureIds}::text[]) and namespace = ''
    group by capture_id, branch, actor order by at, branch, actor`.execute(database);
  return rows;
}
