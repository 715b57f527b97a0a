import { type RawBuilder, sql } from 'kysely';
import type { FormerBranch } from './columnTypes.js';

/** What a project calls and called its default branch: what was made under a former name is of its line (R42). */
export interface DefaultLine {
  defaultBranch: string;
  former: readonly FormerBranch[];
}

/** One branch in one suite. */
export interface BranchScope extends DefaultLine {
  projectId: string;
  suiteId: number;
  namespace: string;
  /** By today's name. */
  branch: string;
}

/**
 * Whether a row is of the line that a branch is by now.
 * @param table has the columns `branch` and `created_at`
 * @param branch by today's name; null for what has no branch
 */
export function isOfLine(
  table: string,
  branch: string | null,
  { defaultBranch, former }: DefaultLine,
): RawBuilder<boolean> {
  const [name, made] = [sql.ref(`${table}.branch`), sql.ref(`${table}.created_at`)];
  if (branch === null) return sql`${name} is null`;
  const renamed = former.flatMap(({ name: called, at }) =>
    at === undefined || called === defaultBranch
      ? []
      : sql`(${name} = ${called} and ${made} <= to_timestamp(${at}::float8 / 1000))`,
  );
  if (renamed.length === 0) return sql`${name} = ${branch}`;
  const wasDefault = sql`(${sql.join(renamed, sql` or `)})`;
  return branch === defaultBranch
    ? sql`(${name} = ${branch} or ${wasDefault})`
    : sql`(${name} = ${branch} and not ${wasDefault})`;
}

/**
 * The name by now of the line that a row is of, in a query that has the row of its project.
 * @param branch the row's branch, or one that it names
 * @param made when the row was made
 */
export const lineOf = (branch: RawBuilder<unknown>, made: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((
    select projects.default_branch from jsonb_array_elements(projects.former_branches) former
    where former ->> 'name' = ${branch} and ${made} <= to_timestamp((former ->> 'at')::float8 / 1000) limit 1), ${branch})`;

/** As {@link lineOf}, of a row with the columns `branch` and `created_at`. */
export const lineOfRow = (table: string): RawBuilder<string> =>
  lineOf(sql.ref(`${table}.branch`), sql.ref(`${table}.created_at`));

/** All names of the default branch, the former ones too, as rows `branch`, in a query that has the row of its project. */
export const namesOfDefault: RawBuilder<unknown> = sql`(
  select projects.default_branch branch
  union select former ->> 'name' from jsonb_array_elements(projects.former_branches) former)`;
