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
const icons = { approved: 'check', rejected: 'cross' } as const;
const snapshots = (count: number) => `${count} ${count === 1 ? 'snapshot' : 'snapshots'}`;

type Decisions = Pick<
  Plans,
  | 'approve'
  | 'reject'
  | 'approveVariants'
  | 'rejectVariants'
  | 'revoke'
  | 'undo'
  | 'approveMany'
  | 'rejectMany'
  | 'approveAll'
  | 'confirmApproveAll'
>;

/** Decisions, and what is looked at after each; where nothing can be decided, why. */
export function planDecisions(scene: Scene): Decisions {
  const { diff, obstacle } = scene;
  const unless = (plan: (scene: Scene) => Plan | null) => (): Plan | null => {
    if (obstacle === null) return plan(scene);
    return diff.results.some(isReviewable) ? { say: { message: obstacle, icon: 'warning' } } : null;
  };
  const askForAll = (): Plan | null => (diff.counts.pending > 0 ? { ask: 'approveAll' } : null);
  return {
    approve: unless(() => decideOne(scene, 'approved')),
    reject: unless(() => decideOne(scene, 'rejected')),
    approveVariants: unless(() => decideVariants(scene, 'approved')),
    rejectVariants: unless(() => decideVariants(scene, 'rejected')),
    revoke: unless(revoke),
    undo: unless(undo),
    approveMany: unless(() => (manyOf(scene) ? decideMany(scene, 'approved') : askForAll())),
    rejectMany: unless(() => decideMany(scene, 'rejected')),
    approveAll: unless(askForAll),
    confirmApproveAll: unless(() => {
      const decision: Decision = { to: 'approved', about: null };
      const count = affectedBy(diff, decision).length;
      return { decision, say: { message: `Approved ${snapshots(count)}`, undoable: true, icon: 'check' } };
    }),
  };
}

/** Exactly what is on the screen. */
function decideOne(scene: Scene, to: Verdict): Plan | null {
  const { selected, rows } = scene;
  if (!selected) return null;
  const { result, index, alike, isClosed } = selected;
  if (!isReviewable(result) || result.approvalStatus === to) return null;
  const isThis = (other: ReviewItem) => other === result;
  // A closed group shows one after the other of what it holds.
  const next =
    (isClosed ? alike.find((other) => isPending(other) && !isThis(other)) : undefined) ??
    nextPending(rows, index, isThis);
  const done = `${verbs[to]} ${displayName(result).title}`;
  return {
    decision: { to, about: { slots: [result] } },
    say: {
      message: next ? done : `${done}. Nothing in the list is pending.`,
      undoable: true,
      icon: icons[to],
    },
    search: lookAt(scene, next ?? result),
  };
}

/** All viewports and browsers of the name, which are shown side by side. */
function decideVariants(scene: Scene, to: Verdict): Plan | null {
  const { selected, rows } = scene;
  if (!selected || selected.variants.length < 2) return null;
  const { result, index, variants } = selected;
  const slots = variants.filter(({ approvalStatus }) => approvalStatus !== to);
  if (slots.length === 0) return null;
  const next = nextPending(rows, index, ({ name }) => name === result.name) ?? result;
  const what = `${slots.length} ${slots.length === 1 ? 'variant' : 'variants'}`;
  return {
    decision: { to, about: { slots } },
    say: { message: `${verbs[to]} ${what} of ${displayName(result).title}`, undoable: true, icon: icons[to] },
    search: lookAt(scene, next),
  };
}

function revoke({ selected }: Scene): Plan | null {
  if (!selected || !isReviewable(selected.result) || isPending(selected.result)) return null;
  const { result } = selected;
  const decision: Decision = { to: 'pending', about: { slots: [result] } };
  return { decision, say: { message: `${displayName(result).title} is pending again` } };
}

/** The newest decision of the page; without one, what was decided about the selected result. */
function undo(scene: Scene): Plan | null {
  const { diff, selected, decisions } = scene;
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

/** Decides the selection, or else the group. */
function decideMany(scene: Scene, to: Verdict): Plan | null {
  const { marked, rows, selected } = scene;
  const many = manyOf(scene);
  if (!many) return null;
  const cleared = marked.size > 0 ? { selected: undefined } : {};
  const slots = many.filter((one) => isReviewable(one) && one.approvalStatus !== to);
  if (slots.length === 0) return { search: cleared };
  const keys = new Set(slots.map(slotKey));
  const next = nextPending(rows, selected?.index ?? -1, (one) => keys.has(slotKey(one))) ?? selected?.result;
  return {
    decision: { to, about: { slots } },
    say: { message: `${verbs[to]} ${snapshots(slots.length)}`, undoable: true, icon: icons[to] },
    search: { ...cleared, ...(next ? lookAt(scene, next) : {}) },
  };
}
