import type { Slot } from '../../domain/slot.js';
import { announce } from '../../store/announcements/announce.js';
import { uncover } from '../../store/baselines/lines.js';
import {
  revokeByDecisions,
  revokeOwnPromotions,
  revokeRemembered,
} from '../../store/baselines/revocations.js';
import { type DecisionRow, findDecisions, revokeDecisions } from '../../store/decisions/decisions.js';
import { listResting, reopenResults } from '../../store/diffs/branchResults.js';
import type { PrincipalNames } from '../access/Principal.js';
import { nameNow } from '../baselines/HeadView.js';
import type { Resources } from '../Resources.js';
import { compareAgain } from '../stale/compareAgain.js';
import type { HeldDiff } from './holdDecidable.js';
import { type Decidable, noteDecisions } from './noteDecisions.js';

/**
 * Takes back what results show as decided (R6). A decision of this branch ends, with what it promoted here and where it was
 * remembered, and with it the same decision in other diffs of the branch (R43). Of one that was remembered from elsewhere,
 * what this branch promoted ends, and that is written down: memory must not bring it back. Whatever rested on what ended is
 * compared again. The caller holds the baselines' write lock.
 * @returns diffs that have to be judged again: of the branch those that are undecided again, and what rested on it
 */
export async function withdraw(
  resources: Pick<Resources, 'database' | 'queue'>,
  held: HeldDiff,
  results: readonly (Decidable & { decisionId: number | null })[],
  by: PrincipalNames,
): Promise<string[]> {
  const { database: transaction } = resources;
  const { diff, view } = held;
  const shown = results.map((result) => ({ ...result, diffId: diff.id }));
  const { own, foreign, resting } = await endDecisions(resources, held, shown);
  const isForeign = new Set(foreign);
  await noteDecisions(
    transaction,
    held,
    results.filter(({ decisionId }) => decisionId !== null && isForeign.has(decisionId)),
    'withdrawn',
    { by },
  );
  const reopened = await reopenResults(transaction, view, [...own, ...foreign]);
  return [...reopened.filter((id) => id !== diff.id), ...resting];
}

/**
 * Ends what approved some results without a person of the branch, and what it promoted; a rejection that is about to be noted
 * says why.
 * @returns diffs that have to be judged again
 */
export const withdrawTwins = async (
  resources: Pick<Resources, 'database' | 'queue'>,
  held: HeldDiff,
  results: readonly Shown[],
): Promise<string[]> => (await endDecisions(resources, held, results)).resting;

/** A result of any diff of the branch, with the decision that it shows. */
interface Shown extends Slot {
  diffId: string;
  decisionId: number | null;
}

async function endDecisions(
  resources: Pick<Resources, 'database' | 'queue'>,
  { diff, view }: HeldDiff,
  results: readonly Shown[],
): Promise<{ own: number[]; foreign: number[]; resting: string[] }> {
  const { database: transaction } = resources;
  const decisions = await findDecisions(transaction, [
    ...new Set(results.flatMap(({ decisionId }) => decisionId ?? [])),
  ]);
  const isOwn = ({ branch, createdAt }: DecisionRow) => nameNow(view, branch, createdAt) === view.branch;
  const own = decisions.filter(isOwn).map(({ id }) => id);
  const foreign = decisions.filter((decision) => !isOwn(decision)).map(({ id }) => id);
  await revokeDecisions(transaction, own);
  const revoked = [
    ...(await revokeByDecisions(transaction, own)),
    ...(await revokeOwnPromotions(transaction, results)),
    ...(view.branch === null
      ? []
      : await revokeRemembered(transaction, { ...view, branch: view.branch }, foreign)),
  ];
  await uncover(transaction, revoked);
  if (revoked.length > 0)
    await announce(transaction, { kind: 'suite', suiteId: diff.suiteId, branch: view.branch });
  const resting = await listResting(transaction, view, revoked, own);
  const others = resting.filter((id) => id !== diff.id);
  await compareAgain(resources, others);
  return { own, foreign, resting: others };
}
