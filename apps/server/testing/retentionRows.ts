import { bytea } from '../src/store/bytea.js';

/**
 * Statements that write what retention looks at, for tests of tables alone. `$p` stands for the project, images are known
 * by the number of their look, captures and diffs by a number of their own.
 */
export const captureId = (n: number): string => `cap_$p_${n}`;
export const diffId = (n: number): string => `dif_$p_${n}`;
export const hashOf = (look: number): string => String(look).padStart(64, '0');
export const literalOf = (look: number): string => `'${bytea(hashOf(look))}'::bytea`;
const literal = (text: string | null) => (text === null ? 'null' : `'${text}'`);

export const insertImages = (looks: readonly number[]): string => `
  insert into images (project_id, hash, width, height, bytes)
  select '$p', hash, 1, 1, 1 from unnest(array[${looks.map((look) => literalOf(look))}]) hash
  on conflict (project_id, hash) do update set removed_at = null where images.removed_at is not null`;

export const insertCapture = (n: number, looks: readonly number[], branch = 'main'): string =>
  [
    insertImages(looks),
    `insert into captures (id, project_id, suite_id, mode, actor, branch)
      select '${captureId(n)}', '$p', id, 'manual', 'key:k', '${branch}' from suites where project_id = '$p'`,
    `insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash)
      select '$p', '${captureId(n)}', 'n' || at, '', '', at, 'captured', hash
      from unnest(array[${looks.map((look) => literalOf(look))}]) with ordinality image (hash, at)`,
  ].join(';');

export const insertAttempt = (n: number, look: number): string => `${insertImages([look])};
  insert into snapshot_attempts (project_id, capture_id, name, viewport, browser, attempt, hash, uploaded_at)
  values ('$p', '${captureId(n)}', 'n1', '', '', 1, ${literalOf(look)}, now()) on conflict do nothing`;

export const endCapture = (n: number, status = 'completed'): string =>
  `update captures set status = '${status}', completed_at = clock_timestamp() where id = '${captureId(n)}'`;

export const insertDiff = (n: number, head: number, base: number | null, target: string | null): string => `
  insert into diffs (id, project_id, suite_id, head_capture_id, base_capture_id, threshold, anti_aliasing, target_refs)
  select '${diffId(n)}', '$p', id, '${captureId(head)}', ${literal(base === null ? null : captureId(base))}, 0.1, true,
    ${target === null ? 'null' : `array['${target}']`} from suites where project_id = '$p'`;

/** A result whose comparison made a mask, a thumbnail and a mask with rows aligned: the images `made` and the two after it. */
export const insertResult = (n: number, head: number, base: number, made: number): string => `
  ${insertImages([head, base, made, made + 1, made + 2])};
  insert into comparisons (project_id, base_pixels, head_pixels, threshold, anti_aliasing, ignored, diff_percentage,
    subthreshold, mask_hash, aligned_mask_hash, thumbnail_hash)
  values ('$p', ${literalOf(base)}, ${literalOf(head)}, ${made}, true, '', 1, '{}', ${literalOf(made)}, ${literalOf(made + 2)}, ${literalOf(made + 1)})
  on conflict do nothing;
  insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold,
    head_hash, base_hash, comparison_id)
  select '$p', '${diffId(n)}', 'n' || count(*), '', '', 0, 'changed', 'pending', 0.1, ${literalOf(head)}, ${literalOf(base)},
    (select id from comparisons
      where (project_id, base_pixels, head_pixels, threshold) = ('$p', ${literalOf(base)}, ${literalOf(head)}, ${made}))
  from results where diff_id = '${diffId(n)}'`;

export const endDiff = (n: number, status = 'completed'): string =>
  `update diffs set status = '${status}', completed_at = clock_timestamp() where id = '${diffId(n)}'`;

export const startDiffAgain = (n: number): string =>
  `update diffs set status = 'processing' where id = '${diffId(n)}'`;

export const insertBaseline = (capture: number, look: number, branch: string): string => `
  ${insertImages([look])};
  insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, hash, pixels, capture_id, actor)
  select '$p', id, '${branch}', 'n1', '', '', ${literalOf(look)}, ${literalOf(look)}, '${captureId(capture)}', 'user:ada'
  from suites where project_id = '$p'`;

export const revokeNewest = `
  with revoked as (
    update baseline_entries set revoked_seq = nextval('baseline_sequence')
    where id = (select max(id) from baseline_entries where project_id = '$p' and revoked_seq is null) returning id
  )
  update baseline_entries set covered_by = null from revoked where covered_by = revoked.id`;

/** Says that the newest baseline is of an older commit than another one of its slot, which so stays the current one (R5). */
export const coverNewest = `
  update baseline_entries newest set covered_by = (
    select max(older.id) from baseline_entries older
    where older.branch = newest.branch and older.id < newest.id and older.project_id = '$p'
      and older.revoked_seq is null and older.covered_by is null)
  where newest.id = (select max(id) from baseline_entries where project_id = '$p' and revoked_seq is null)
    and newest.covered_by is null and not exists (
      select from baseline_entries covered where covered.covered_by = newest.id)`;

export const renameDefaultBranch = (name: string): string => `
  update projects set default_branch = '${name}', former_branches = (
    select coalesce(jsonb_agg(former), '[]') from jsonb_array_elements(former_branches) former
      where former ->> 'name' <> default_branch
  ) || jsonb_build_object('name', default_branch, 'until', (select last_value from baseline_sequence))
  where id = '$p' and default_branch <> '${name}'`;

/** The diffs of a capture go with it. */
export const deleteCapture = (n: number): string => `
  delete from diffs where '${captureId(n)}' in (head_capture_id, base_capture_id);
  delete from captures where id = '${captureId(n)}'`;

/** The images that the rows refer to that go with a capture, in column `hash`. */
export function hashesOfDeletion(n: number): string {
  const diffs = `select id from diffs where '${captureId(n)}' in (head_capture_id, base_capture_id)`;
  const captures = `
    select '${captureId(n)}' union select unnest(array[head_capture_id, base_capture_id]) from diffs where id in (${diffs})`;
  return `
    select hash from snapshots where capture_id in (${captures})
    union select hash from snapshot_attempts where capture_id in (${captures})
    union select unnest(array[head_hash, base_hash, comparisons.mask_hash, aligned_mask_hash, thumbnail_hash])
      from results left join comparisons on comparisons.id = comparison_id where diff_id in (${diffs})`;
}

/** Lets days pass for all that there is; no trigger may see it. */
export const passDays = (days: number): string =>
  [
    'set local session_replication_role = replica',
    ...[
      ['images', 'created_at', 'removed_at', 'needed_at'],
      ['captures', 'created_at', 'completed_at'],
      ['diffs', 'created_at', 'completed_at'],
      ['baseline_entries', 'created_at'],
    ].map(
      ([table, ...columns]) =>
        `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${days} days'`)}
        where project_id = '$p'`,
    ),
  ].join(';');
