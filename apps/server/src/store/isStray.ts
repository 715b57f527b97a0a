import { type RawBuilder, sql } from 'kysely';
import { lineOf, lineOfRow } from './isOfLine.js';

/**
 * Whether a diff would promote to the default branch from a commit that is not on the branch that its capture names, as
 * the code host says (R41).
 * @param head the table of the capture in the query
 * @param diff that of the diff
 */
export function isStray(head: string, diff: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${head}.${column}`);
  const [named, namedAt] = [sql.ref(`${diff}.target_refs`), sql.ref(`${diff}.created_at`)];
  return sql<boolean>`(${of('namespace')} = '' and exists (
    select from commit_claims claim join projects on projects.id = claim.project_id
    where claim.project_id = ${of('project_id')} and claim.branch = ${of('branch')} and claim.commit = ${of('commit')}
      and not claim.is_on_branch
      and projects.default_branch = any(case when ${named} is null then array[${lineOfRow(head)}]
        else array(select ${lineOf(sql`named`, namedAt)} from unnest(${named}) named) end)))`;
}
