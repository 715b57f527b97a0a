import type { ReviewItem } from '../../../client/presentReview.js';
import { countOf } from '../../../words/countText.js';
import { briefName } from '../../../words/displayName.js';
import { slotKey } from '../../../words/slotKey.js';
import {
  affectedBy,
  awaitsYou,
  type Decision,
  isSettled,
  isWaiting,
  revertible,
  type Verdict,
} from '../decisions/applyDecision.js';
import { isReviewable } from '../list/filterResults.js';
import { nextPending } from '../list/nextPending.js';
import type { Plan, Plans } from './Plan.js';
import { lookAt, type Scene } from './Scene.js';
import { mostInSight, type SetName, setOf } from './setOf.js';

const verbs = { approved: 'Approved', rejected: 'Rejected' } as const;
const icons = { approved: 'check', rejected: 'cross' } as const;
/** An approval that is added to those of others cannot be undone alone. */
const feedback = (to: Verdict, about: readonly ReviewItem[]) => ({
  undoable: !(to === 'approved' && about.every(awaitsYou)),
  notable: to === 'rejected',
  icon: icons[to],
});
const snapshots = (count: number) => countOf(count, 'snapshot');

type Decisions = Pick<
  Plans,
  | 'approve'
  | 'reject'
  | 'approveVariants'
  | 'rejectVariants'
  | 'revoke'
  | 'undo'
  | 'note'
  | 'saveNote'
  | 'approveMany'
  | 'rejectMany'
  | 'showSet'
  | 'decideSet'
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
  const askForAll = (): Plan | null => (diff.results.some(isWaiting) ? { ask: 'approveAll' } : null);
  return {
    approve: unless(() => decideOne(scene, 'approved')),
    reject: unless(() => decideOne(scene, 'rejected')),
    approveVariants: unless(() => planSet(scene, 'variants', 'approved')),
    rejectVariants: unless(() => planSet(scene, 'variants', 'rejected')),
    revoke: unless(revoke),
    undo: unless(undo),
    note: unless(askNote),
    saveNote: (about, text) => unless(() => saveNote(scene, about, text))(),
    approveMany: unless(() => planMany(scene, 'approved') ?? askForAll()),
    rejectMany: unless(() => planMany(scene, 'rejected')),
    showSet: (name) => (setOf(scene.selected, name) ? { ask: { set: name, to: null } } : null),
    decideSet: (name, to) => unless(() => decideSet(scene, name, to))(),
    approveAll: unless(askForAll),
    confirmApproveAll: unless(() => {
      const decision: Decision = { to: 'approved', about: null };
      const about = affectedBy(diff, decision);
      const message = `Approved ${snapshots(about.length)}`;
      return { decision, say: { message, ...feedback('approved', about) } };
    }),
  };
}

/** On what this page rejected last, unless another rejected result is looked at. */
function askNote({ diff, decisions, selected }: Scene): Plan | null {
  const last = decisions.at(-1);
  const keys = new Set(last?.to === 'rejected' ? last.before.map(slotKey) : []);
  const newest = diff.results.filter((one) => isRejected(one) && keys.has(slotKey(one)));
  const shown = selected && isRejected(selected.result) ? selected.result : null;
  const about = shown && !newest.includes(shown) ? [shown] : newest;
  const [first] = about;
  if (!first) return null;
  const what = about.length === 1 ? briefName(first) : snapshots(about.length);
  const text = about.every(({ note }) => note === first.note) ? (first.note ?? '') : '';
  return { askNote: { about, what, text } };
}

/** Notes what is still rejected of it. */
function saveNote({ diff }: Scene, about: readonly ReviewItem[], text: string): Plan {
  const keys = new Set(about.map(slotKey));
  const slots = diff.results.filter((one) => isRejected(one) && keys.has(slotKey(one)));
  return slots.length > 0
    ? { decision: { to: 'rejected', about: { slots }, note: text } }
    : { say: { message: 'Note not saved: it is no longer rejected.', icon: 'warning' } };
}

const isRejected = (result: ReviewItem): boolean =>
  isReviewable(result) && result.approvalStatus === 'rejected';

/** Exactly what is on the screen. */
function decideOne(scene: Scene, to: Verdict): Plan | null {
  const { selected } = scene;
  if (!selected) return null;
  const { result } = selected;
  if (!isReviewable(result) || isSettled(result, to)) return null;
  const next = nextAfter(scene, [result]);
  const done = `${verbs[to]} ${briefName(result)}`;
  return {
    decision: { to, about: { slots: [result] } },
    say: {
      message: next ? done : `${done}. Nothing in the list is pending.`,
      ...feedback(to, [result]),
    },
    search: lookAt(scene, next ?? result),
  };
}

/** Decides a set that is in sight; a larger one is shown whole first. */
function planSet(scene: Scene, name: SetName, to: Verdict): Plan | null {
  const set = setOf(scene.selected, name);
  if (!set || set.every((one) => isSettled(one, to))) return null;
  return set.length > mostInSight ? { ask: { set: name, to } } : decideSet(scene, name, to);
}

function decideSet(scene: Scene, name: SetName, to: Verdict): Plan | null {
  const set = setOf(scene.selected, name);
  const slots = set?.filter((one) => !isSettled(one, to)) ?? [];
  if (!scene.selected || slots.length === 0) return null;
  const { result } = scene.selected;
  const variants = slots.length === 1 ? 'variant' : 'variants';
  const what =
    name === 'variants' ? `${slots.length} ${variants} of ${briefName(result)}` : snapshots(slots.length);
  return {
    decision: { to, about: { slots } },
    say: { message: `${verbs[to]} ${what}`, ...feedback(to, slots) },
    search: lookAt(scene, nextAfter(scene, slots) ?? result),
  };
}

/** What is looked at once these are decided: the rest of a closed card, then the list. */
function nextAfter({ selected, rows }: Scene, decided: readonly ReviewItem[]): ReviewItem | undefined {
  const keys = new Set(decided.map(slotKey));
  const isDecided = (one: ReviewItem) => keys.has(slotKey(one));
  const ofCard = selected?.isClosed
    ? selected.card.find((one) => isWaiting(one) && !isDecided(one))
    : undefined;
  return ofCard ?? nextPending(rows, selected?.index ?? -1, isDecided);
}

function revoke({ selected }: Scene): Plan | null {
  if (!selected || !isReviewable(selected.result) || selected.result.approvalStatus === 'pending')
    return null;
  const { result } = selected;
  const decision: Decision = { to: 'pending', about: { slots: [result] } };
  return { decision, say: { message: `${briefName(result)} is pending again` } };
}

/** The newest decision of the page; without one, what was decided about the selected result. */
function undo(scene: Scene): Plan | null {
  const { diff, selected, decisions } = scene;
  const made = decisions.at(-1);
  if (!made) return selected && selected.result.approvalStatus !== 'pending' ? revoke(scene) : null;
  const before = revertible(diff, made);
  const [first] = before;
  if (!first) {
    const say = { message: 'Nothing to undo: somebody else made this decision' };
    // The last one is kept: without it, the next press would revoke what somebody else decided about the selected result.
    return decisions.length > 1 ? { takeBack: made, say } : { say };
  }
  const what = before.length === 1 ? briefName(first) : `${before.length} decisions`;
  return { takeBack: made, say: { message: `Revoked ${what}` }, search: lookAt(scene, first) };
}

/** The marked results, or else the card; null where there is neither. */
function planMany(scene: Scene, to: Verdict): Plan | null {
  return scene.marked.size > 0 ? decideMarked(scene, to) : planSet(scene, 'card', to);
}

function decideMarked(scene: Scene, to: Verdict): Plan {
  const { diff, marked, selected } = scene;
  const cleared = { selected: undefined };
  const slots = diff.results.filter(
    (one) => marked.has(slotKey(one)) && isReviewable(one) && !isSettled(one, to),
  );
  if (slots.length === 0) return { search: cleared };
  const next = nextAfter(scene, slots) ?? selected?.result;
  return {
    decision: { to, about: { slots } },
    say: { message: `${verbs[to]} ${snapshots(slots.length)}`, ...feedback(to, slots) },
    search: { ...cleared, ...(next ? lookAt(scene, next) : {}) },
  };
}
