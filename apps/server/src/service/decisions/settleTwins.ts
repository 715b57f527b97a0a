import type { ApprovalStatus } from '@svc/schema';
import { type Slot, slotKey } from '../../domain/slot.js';
import { findDecisions } from '../../store/decisions/decisions.js';
import { listTwins, type TwinRow } from '../../store/diffs/branchResults.js';
import { setResultDecisions } from '../../store/diffs/results.js';
import { nameNow } from '../baselines/HeadView.js';
import type { Resources } from '../Resources.js';
import type { HeldDiff } from './holdDecidable.js';
import type { Decidable } from './noteDecisions.js';
import { withdrawTwins } from './withdraw.js';

/**
 * Settles the same change in all diffs of the branch (R43): what is pending there; a rejection also what memory or the run
 * itself approved.
 * @returns diffs that have to be judged again: those that were settled, and what rested on what they promoted
 */
export async function settleTwins(
  resources: Pick<Resources, 'database' | 'queue'>,
  held: HeldDiff,
  results: readonly Decidable[],
  { approvalStatus, decidedBy }: { approvalStatus: ApprovalStatus; decidedBy: string },
  decisions: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { database: transaction } = resources;
  const { diff, view } = held;
  const { branch } = view;
  if (branch === null || diff.ephemeral) return [];
  const twins = await listTwins(transaction, { ...view, branch }, diff.id, results);
  const born = approvalStatus === 'rejected' ? await chooseBorn(twins) : [];
  const resting = await withdrawTwins(resources, held, born);
  const settled = [...twins.filter((twin) => twin.approvalStatus === 'pending'), ...born];
  const byDiff = new Map<string, TwinRow[]>();
  for (const twin of settled) byDiff.set(twin.diffId, [...(byDiff.get(twin.diffId) ?? []), twin]);
  for (const [diffId, ofDiff] of byDiff) {
    await setResultDecisions(
      transaction,
      diffId,
      ofDiff.map((twin) => ({
        ...slotOfTwin(twin),
        approvalStatus,
        baselineSource: twin.baseOrigin,
        decidedBy,
        decisionId: decisions.get(slotKey(twin)) ?? null,
      })),
    );
  }
  return [...byDiff.keys(), ...resting];

  /** Those that no person of this branch approved. */
  async function chooseBorn(all: readonly TwinRow[]): Promise<TwinRow[]> {
    const approved = all.filter((twin) => twin.approvalStatus === 'approved' && twin.decisionId !== null);
    const known = new Map(
      (
        await findDecisions(
          transaction,
          approved.flatMap(({ decisionId }) => decisionId ?? []),
        )
      ).map((decision) => [decision.id, decision]),
    );
    return approved.filter(({ decisionId }) => {
      const decision = decisionId === null ? undefined : known.get(decisionId);
      return (
        decision && (decision.automatic || nameNow(view, decision.branch, decision.createdAt) !== branch)
      );
    });
  }
}

const slotOfTwin = ({ name, viewport, browser }: Slot): Slot => ({ name, viewport, browser });
