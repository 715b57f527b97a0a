import type { ReviewItem } from '../../../client/presentReview.js';
import { displayName } from '../../../words/displayName.js';
import { slotKey } from '../../../words/slotKey.js';
import { affectedBy, type Decision, isPending, revertible } from '../decisions/applyDecision.js';
import { isReviewable } from '../list/filterResults.js';
import { nextPending } from '../list/nextPending.js';
import type { Plan, Plans } from './Plan.js';
import { lookAt, type Scene } from './Scene.js';

type Verdict = 'approved' | 'rejected';

const verbs = { approved: 'Approved', rejected: 'Rejected' } as const;
const snapshots = (count: number) => `${count} ${count === 1 ? 'snapshot' : 'snapshots'}`;

type Decisions = Pick<
  Plans,
  'approve' | 'reject' | 'revoke' | 'undo' | 'approveMany' | 'rejectMany' | 'approveAll' | 'confirmApproveAll'
>;

/** Decisions, and what is looked at after each. */
export function planDecisions(scene: Scene): Decisions {
  const { diff, decidable } = scene;
  const askForAll = (): Plan | null => (decidable && diff.counts.pending > 0 ? { ask: 'approveAll' } : null);
  return {
    approve: () => decideOne(scene, 'approved'),
    reject: () => decideOne(scene, 'rejected'),
    revoke: () => revoke(scene),
    undo: () => undo(scene),
    approveMany: () => (manyOf(scene) ? decideMany(scene, 'approved') : askForAll()),
    rejectMany: () => decideMany(scene, 'rejected'),
    approveAll: askForAll,
    confirmApproveAll: () => {
      const decision: Decision = { to: 'approved', about: null };
      const count = affectedBy(diff, decision).length;
      return { decision, say: { message: `Approved ${snapshots(count)}`, undoable: true } };
    },
  };
}

function decideOne(scene: Scene, to: Verdict): Plan | null {
  const { selected, decidable, rows } = scene;
  if (!selected || !decidable) return null;
  const { result, index, alike, isClosed } = selected;
  if (!isReviewable(result) || result.approvalStatus === to) return null;
  const isThis = ({ name }: ReviewItem) => name === result.name;
  // A closed group shows one after the other of what it holds.
  const next =
    (isClosed ? alike.find((other) => isPending(other) && !isThis(other)) : undefined) ??
    nextPending(rows, index, isThis);
  const done = `${verbs[to]} ${displayName(result).title}`;
  return {
    decision: { to, about: { names: [result.name] } },
    say: { message: next ? done : `${done}. Nothing in the list is pending.`, undoable: true },
    search: lookAt(scene, next ?? result),
  };
}

function revoke({ diff, selected, decidable }: Scene): Plan | null {
  if (!selected || !decidable) return null;
  const decision: Decision = { to: 'pending', about: { names: [selected.result.name] } };
  if (affectedBy(diff, decision).length === 0) return null;
  return { decision, say: { message: `${displayName(selected.result).title} is pending again` } };
}

/** The newest decision of the page; without one, what was decided about the selected result. */
function undo(scene: Scene): Plan | null {
  const { diff, selected, decidable, decisions } = scene;
  if (!decidable) return null;
  const made = decisions.at(-1);
  if (!made) return selected && selected.result.approvalStatus !== 'pending' ? revoke(scene) : null;
  const before = revertible(diff, made);
  const [first] = before;
  if (!first) {
    return { takeBack: made, say: { message: 'Nothing to undo: somebody else has decided since' } };
  }
  const what = before.length === 1 ? displayName(first).title : `${before.length} decisions`;
  return { takeBack: made, say: { message: `Took back ${what}` }, search: lookAt(scene, first) };
}

/** The marked results, or else the group; null where there is neither. */
function manyOf({ diff, marked, selected }: Scene): readonly ReviewItem[] | null {
  if (marked.size > 0) return diff.results.filter((one) => marked.has(slotKey(one)));
  return selected && selected.alike.length > 1 ? selected.alike : null;
}

/** Decides the selection, or else the group, without other viewports and browsers of the same names. */
function decideMany(scene: Scene, to: Verdict): Plan | null {
  const { decidable, marked, rows, selected } = scene;
  const many = manyOf(scene);
  if (!many || !decidable) return null;
  const cleared = marked.size > 0 ? { selected: undefined } : {};
  const slots = many.filter((one) => isReviewable(one) && one.approvalStatus !== to);
  if (slots.length === 0) return { search: cleared };
  const keys = new Set(slots.map(slotKey));
  const next = nextPending(rows, selected?.index ?? -1, (one) => keys.has(slotKey(one))) ?? selected?.result;
  return {
    decision: { to, about: { slots } },
    say: { message: `${verbs[to]} ${snapshots(slots.length)}`, undoable: true },
    search: { ...cleared, ...(next ? lookAt(scene, next) : {}) },
  };
}
