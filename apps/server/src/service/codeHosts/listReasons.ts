import type { CauseGroup } from '@svc/schema';
import { groupCauses } from '../../domain/causes/groupCauses.js';
import type { ShownChange } from '../../domain/checks/composeCheckRun.js';
import { groupBy } from '../../domain/checks/groupBy.js';
import type { Verdict } from '../../domain/checks/judgeSuite.js';
import { type Slot, slotOf } from '../../domain/slot.js';
import { listChanges } from '../../store/accessibility/accessibilityChanges.js';
import type { Database } from '../../store/database.js';
import { type CausesOfResult, listCauses } from '../../store/diffs/causes.js';
import { listIgnoredResults } from '../../store/diffs/ignoredResults.js';
import { presentIgnored } from '../images/presentIgnored.js';

/** Why the results of some verdicts changed, the causes of most results first. */
export async function listTopCauses(database: Database, verdicts: readonly Verdict[]): Promise<CauseGroup[]> {
  const caused: CausesOfResult[] = [];
  const reviewable = verdicts.flatMap((verdict) => verdict.reviewable);
  for (const [diffId, slots] of groupBy(reviewable, (result) => result.diffId))
    caused.push(...(await listCauses(database, diffId, slots)));
  return groupCauses(caused).groups;
}

/** The accessibility changes of some verdicts that are to be reviewed. */
export async function listShownChanges(
  database: Database,
  verdicts: readonly Verdict[],
): Promise<ShownChange[]> {
  const shown: ShownChange[] = [];
  const standing = verdicts.flatMap(({ accessibility }) => accessibility);
  for (const [diffId, slots] of groupBy(standing, (change) => change.diffId)) {
    for (const { fingerprint, findings, total, approvalStatus } of await listChanges(database, diffId, slots))
      shown.push({ fingerprint, text: findings[0]?.text ?? '', total, approvalStatus });
  }
  return shown;
}

/** Results of a suite that are looked at for what they ignore. */
const mostIgnored = 5_000;

/** Slots of which so much is ignored that a change may go unseen (R56). */
export async function listLargelyIgnored(database: Database, verdicts: readonly Verdict[]): Promise<Slot[]> {
  const diffIds = verdicts.flatMap((verdict) => verdict.diffIds);
  const ignored = await listIgnoredResults(database, diffIds, mostIgnored);
  return ignored.filter((result) => presentIgnored(result.ignored, result)?.isLarge).map(slotOf);
}
