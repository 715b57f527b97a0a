import { sql } from 'kysely';

/** A search reads them one by one. */
const mostExamined = 5_000;

/** What a diff is found by, in lower case; of `diffs` joined with its suite and its head in `captures`. */
const foundBy = sql<string>`lower(concat_ws(' ', suites.name, captures.branch, captures.commit,
  '#' || (captures.ci #>> '{pullRequest,number}'), captures.ci #>> '{pullRequest,title}',
  captures.ci #>> '{pullRequest,author}'))`;

/** Of `diffs` joined with its suite and its head in `captures`: one of the newest, in which every word occurs. */
export const hasWords = (
  projectId: string,
  { words, suite, before }: { words: readonly string[]; suite?: string | undefined; before: string | null },
) => sql<boolean>`diffs.id in (
    select id from diffs
    where project_id = ${projectId} and (${before}::text is null or id < ${before})
      and (${suite ?? null}::text is null
        or suite_id = (select id from suites where project_id = ${projectId} and name = ${suite ?? null}))
    order by id desc limit ${sql.lit(mostExamined)})
  and (select bool_and(strpos(${foundBy}, word) > 0) from unnest(${words}::text[]) word)`;
