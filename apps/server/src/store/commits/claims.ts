import { sql } from 'kysely';
import type { Database } from '../database.js';

/** That a commit is on a branch, as a build says of itself. */
export interface Claim {
  projectId: string;
  branch: string;
  commit: string;
}

/** What the code host said of a claim; undefined where it was not asked. */
export async function findClaim(
  database: Database,
  { projectId, branch, commit }: Claim,
): Promise<{ isOnBranch: boolean; age: number } | undefined> {
  const { rows } = await sql<{ isOnBranch: boolean; age: number }>`
    select is_on_branch, extract(epoch from now() - asked_at)::float8 age from commit_claims
    where project_id = ${projectId} and branch = ${branch} and commit = ${commit}`.execute(database);
  return rows[0];
}

export const saveClaim = async (database: Database, claim: Claim, isOnBranch: boolean): Promise<void> => {
  const answered = { isOnBranch, askedAt: sql<Date>`now()` };
  await database
    .insertInto('commitClaims')
    .values({ ...claim, ...answered })
    .onConflict((conflict) => conflict.columns(['projectId', 'branch', 'commit']).doUpdateSet(answered))
    .execute();
};
