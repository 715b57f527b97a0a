import { choiceBetween } from './choices.js';
import {
  type Build,
  type Decision,
  isEmpty,
  isReviewable,
  isUndecided,
  type Look,
  type Result,
  type ResultStatus,
} from './records.js';
import { type Base, resolveBase } from './resolveBase.js';
import { completedBuilds, lineOfBuild, lookOf, newestBuild, type State } from './State.js';

/** The result of a slot, with the decision that it is born with; null where nothing is known of the slot. */
export function compareSlot(state: State, build: Build, slot: string): Result | null {
  const base = resolveBase(state, build, slot);
  const captured = build.looks[slot];
  const head =
    captured === undefined ? carryForward(state, build, slot, base) : { look: captured, isCarried: false };
  if (head === null) return null;
  const result: Result = {
    slot,
    base: lookOf(base.entry),
    entry: base.entry,
    reason: base.reason,
    head: head.look,
    status: statusOf(lookOf(base.entry), head.look, head.isCarried),
    approval: 'approved',
    decision: null,
    isRemembered: false,
    isCarried: head.isCarried,
  };
  if (isReviewable(result)) decideAtBirth(state, build, result);
  return result;
}

function statusOf(base: Look, head: Look, isCarried: boolean): ResultStatus {
  if (head === base) return isCarried ? 'skipped' : 'unchanged';
  if (base === null) return 'new';
  return head === null ? 'removed' : 'changed';
}

/** What stands in for a slot that was not captured (R23, R24); null where nothing is known of it. */
function carryForward(
  state: State,
  build: Build,
  slot: string,
  { entry }: Base,
): { look: Look; isCarried: boolean } | null {
  const base = lookOf(entry);
  if (meansRemoval(state, build) && !isShownByOthers(state, build, slot)) {
    return base === null ? null : { look: null, isCarried: false };
  }
  const mate = matesOf(state, build)
    .filter((other) => other.looks[slot] !== undefined)
    .reduce<Build | null>(
      (last, other) => (last && last.completedAt > other.completedAt ? last : other),
      null,
    );
  if (mate) return { look: mate.looks[slot] ?? null, isCarried: true };
  const unresolved = unresolvedResult(state, build, slot);
  if (unresolved && unresolved.head !== base) return { look: unresolved.head, isCarried: true };
  return base === null ? null : { look: base, isCarried: true };
}

const buildsBeside = (state: State, build: Build): Build[] =>
  completedBuilds(state).filter(
    (other) => other !== build && lineOfBuild(state, other) === lineOfBuild(state, build),
  );

/** Other builds of the same branch and commit. */
const matesOf = (state: State, build: Build): Build[] =>
  buildsBeside(state, build).filter((other) => other.commit === build.commit);

/**
 * Whether another build of the commit shows a slot that this one lacks. One that shows all that this one shows, and of
 * which this one is the same part or the whole, was done again: what it shows besides is gone (R24).
 */
export function isShownByOthers(state: State, build: Build, slot: string): boolean {
  const captured = Object.keys(build.looks);
  return matesOf(state, build).some((other) => {
    const hasAll = captured.length > 0 && captured.every((one) => other.looks[one] !== undefined);
    const isAgain = build.part.name === 'whole' || build.part.name === other.part.name;
    return other.looks[slot] !== undefined && !(hasAll && isAgain);
  });
}

/**
 * Absence is a removal only where all parts of the run declare to be complete and ended well (R24, R46). Where nothing
 * arrived though something should, nothing can be told from what is absent.
 */
function meansRemoval(state: State, build: Build): boolean {
  const isWhole = (one: Build) => one.isComplete && one.exitCode === 0 && !isEmpty(one);
  if (!isWhole(build) || build.part.total === null) return isWhole(build);
  const parts = new Map<string, Build>();
  for (const other of completedBuilds(state).toSorted((a, b) => a.completedAt - b.completedAt)) {
    const isOfRun = lineOfBuild(state, other) === lineOfBuild(state, build) && other.commit === build.commit;
    if (isOfRun && other.part.total === build.part.total) parts.set(other.part.name, other);
  }
  parts.set(build.part.name, build);
  return parts.size === build.part.total && [...parts.values()].every(isWhole);
}

/** The branch's newest captured result of the slot that the head follows, if nobody has settled it (R23). */
function unresolvedResult(state: State, build: Build, slot: string): Result | null {
  const seen = buildsBeside(state, build).filter((other) => {
    const result = other.results.get(slot);
    const isCaptured = result !== undefined && !result.isCarried && result.status !== 'skipped';
    const isSeen = state.ancestry.sees(build.checkout, other.commit);
    return isCaptured && (isSeen || isRewrittenBy(state, build, other));
  });
  const standing = seen.filter((one) => !seen.some((other) => isRewrittenBy(state, other, one)));
  const result = newestBuild(state, standing)?.results.get(slot);
  return result && isUndecided(result) ? result : null;
}

/** Whether a build has a rewritten commit of another one that was begun before. */
const isRewrittenBy = (state: State, build: Build, other: Build): boolean =>
  build.commit !== other.commit &&
  other.openedAt < build.openedAt &&
  state.ancestry.seesRewritten(build.checkout, other.commit);

/** How a reviewable result is born: rejected before (R15), chosen before (R16), or approved by the run itself (R18). */
function decideAtBirth(state: State, build: Build, result: Result): void {
  result.approval = 'pending';
  const before = lastDecisionHere(state, build, result);
  if (before?.kind === 'reject') {
    Object.assign(result, { approval: 'rejected', decision: before });
    return;
  }
  const choice = state.approvalMemory
    ? choiceBetween(state, build, result.slot, result.base, result.head)
    : null;
  if (choice?.wins === 'second' && choice.decision.kind === 'approve') {
    const isRemembered = choice.decision.build !== build;
    Object.assign(result, { approval: 'approved', decision: choice.decision, isRemembered });
  }
}

/** The last standing decision on the same base and head on the branch of a build. */
const lastDecisionHere = (state: State, build: Build, { slot, base, head }: Result): Decision | undefined =>
  state.decisions.findLast(
    (decision) =>
      !decision.revoked &&
      decision.slot === slot &&
      decision.base === base &&
      decision.head === head &&
      lineOfBuild(state, decision.build) === lineOfBuild(state, build),
  );
