import { activeNow } from './completeBuild.js';
import { promote, takeChoice } from './promote.js';
import {
  type ApprovalStatus,
  type Build,
  type Decision,
  isReviewable,
  Refusal,
  type Result,
} from './records.js';
import { resolveBase } from './resolveBase.js';
import { revokeEntries } from './revokeEntries.js';
import { completedBuilds, lineOf, lineOfBuild, lookOf, type State } from './State.js';

export interface Wish {
  /** All of them unless given. */
  slots?: readonly string[] | undefined;
  /** How they stood when the decision was made. */
  ifStatus?: ApprovalStatus | undefined;
}

/** @param becomes what the decision makes of them: who decided the same meanwhile is not a conflict (R44) */
function named(build: Build, { slots, ifStatus }: Wish, becomes: ApprovalStatus): Result[] {
  const results = [...build.results.values()].filter(
    (result) => isReviewable(result) && (slots === undefined || slots.includes(result.slot)),
  );
  const isOtherwise = ({ approval }: Result) => approval !== ifStatus && approval !== becomes;
  if (slots !== undefined && ifStatus !== undefined && results.some(isOtherwise)) {
    throw new Refusal('DECISION_CONFLICT', build.label);
  }
  return results;
}

/** Approves pending results, and rejected ones by name; all or none (R13, R43, R44). */
export function approve(state: State, build: Build, wish: Wish = {}): void {
  const open = named(build, wish, 'approved').filter(
    ({ approval }) => approval === 'pending' || (approval === 'rejected' && wish.slots !== undefined),
  );
  if (open.length > 0 && build.isEphemeral) throw new Refusal('CAPTURE_EPHEMERAL', build.label);
  for (const result of open) refuseOutdated(state, build, result);
  for (const result of open) {
    if (result.decision) withdraw(state, result.decision);
    const decision = takeChoice(state, build, result, { kind: 'approve', isPerson: true });
    promote(state, build, result, { decision, remembers: null });
    settle(result, 'approved', decision);
    for (const { twin } of twinsOf(state, build, result)) {
      if (twin.approval === 'pending') settle(twin, 'approved', decision);
    }
  }
}

const settle = (result: Result, approval: ApprovalStatus, decision: Decision | null): void => {
  Object.assign(result, { approval, decision, isRemembered: false });
};

/** Nothing is approved that looks different in a newer build (R44), has another base by now, or would overtake what was
 *  promoted to a branch that it names (R14). */
function refuseOutdated(state: State, build: Build, { slot, base, head }: Result): void {
  for (const other of completedBuilds(state)) {
    const result = other.results.get(slot);
    const differs = result !== undefined && result.status !== 'skipped' && result.head !== head;
    const isOnBranch = other !== build && lineOfBuild(state, other) === lineOfBuild(state, build);
    if (differs && isOnBranch && isNewer(state, other, build)) throw new Refusal('DIFF_STALE', other.label);
  }
  const { entry } = resolveBase(state, build, slot);
  if (lookOf(entry) !== base) throw new Refusal('DIFF_STALE', `${slot} of ${build.label} has another base`);
  for (const ref of build.targetRefs ?? []) {
    if (activeNow(state, build, ref, slot) !== build.computedOn.get(`${ref} ${slot}`)) {
      throw new Refusal('DIFF_STALE', `${ref} has moved`);
    }
  }
}

const isNewer = ({ ancestry }: State, other: Build, build: Build): boolean =>
  ancestry.isBefore(build.commit, other.commit) ||
  (!ancestry.isBefore(other.commit, build.commit) && other.completedAt > build.completedAt);

/** Results of the same slot, base and head in the other builds of the branch (R43). */
function twinsOf(state: State, build: Build, { slot, base, head }: Result): { build: Build; twin: Result }[] {
  return completedBuilds(state).flatMap((other) => {
    const twin = other.results.get(slot);
    if (!twin || other === build || lineOfBuild(state, other) !== lineOfBuild(state, build)) return [];
    return isReviewable(twin) && twin.base === base && twin.head === head ? { build: other, twin } : [];
  });
}

/** Rejects pending results, and approved ones by name (R15); ends what a memory or the run approved in twins (R43). */
export function reject(state: State, build: Build, wish: Wish = {}): void {
  const open = named(build, wish, 'rejected').filter(
    ({ approval }) => approval === 'pending' || (approval === 'approved' && wish.slots !== undefined),
  );
  for (const result of open) {
    if (result.approval === 'approved') takeBackHere(state, build, result);
    const decision = takeChoice(state, build, result, { kind: 'reject', isPerson: true });
    settle(result, 'rejected', decision);
    for (const { build: other, twin } of twinsOf(state, build, result)) {
      const isByPersonHere = twin.decision?.isPerson && !isFromElsewhere(state, other, twin.decision);
      if (twin.approval === 'approved' && isByPersonHere) continue;
      if (twin.approval === 'approved') takeBackHere(state, other, twin);
      if (twin.approval !== 'rejected') settle(twin, 'rejected', decision);
    }
  }
}

/** Takes approvals back, and rejections by name (R6). */
export function revoke(state: State, build: Build, wish: Wish = {}): void {
  const open = named(build, wish, 'pending').filter(
    ({ approval }) => approval === 'approved' || (approval === 'rejected' && wish.slots !== undefined),
  );
  for (const result of open) {
    const { decision } = result;
    if (!decision) throw new Error(`${result.slot} of ${build.label} is decided by nobody`);
    takeBackHere(state, build, result);
    if (!isFromElsewhere(state, build, decision)) continue;
    takeChoice(state, build, result, { kind: 'take back', isPerson: true });
    for (const { twin } of twinsOf(state, build, result)) {
      if (twin.decision === decision) settle(twin, 'pending', null);
    }
    settle(result, 'pending', null);
  }
}

/** Whether a result was born approved by a decision on another branch. */
const isFromElsewhere = (state: State, build: Build, decision: Decision): boolean =>
  lineOfBuild(state, decision.build) !== lineOfBuild(state, build);

/** Withdraws the branch's own decision; of one elsewhere, only what this branch promoted because of it. */
function takeBackHere(state: State, build: Build, { decision }: Result): void {
  if (!decision) return;
  if (!isFromElsewhere(state, build, decision)) {
    withdraw(state, decision);
    return;
  }
  revokeEntries(
    state,
    (entry) =>
      entry.remembers === decision && lineOf(state, entry.branch, entry.at) === lineOfBuild(state, build),
  );
}

/** A decision, what it promoted, and what was promoted elsewhere because it was remembered (R6). */
function withdraw(state: State, decision: Decision): void {
  decision.revoked = true;
  for (const build of state.builds) {
    for (const result of build.results.values()) {
      if (result.decision !== decision) continue;
      if (result.isRemembered) build.isOutdated = true;
      if (!isFromElsewhere(state, build, decision)) settle(result, 'pending', null);
    }
  }
  revokeEntries(state, (entry) => {
    if (entry.decision === decision) return true;
    if (entry.remembers !== decision) return false;
    return !state.decisions.some(
      (other) =>
        !other.revoked &&
        other.isPerson &&
        other.kind === 'approve' &&
        other.slot === entry.slot &&
        other.head === entry.look &&
        other.at > entry.at,
    );
  });
}
