import { compareSlot, isShownByOthers } from './compareBuild.js';
import { promote, takeChoice } from './promote.js';
import { type Build, isReviewable, isUndecided, Refusal, type Result } from './records.js';
import { revokeEntries } from './revokeEntries.js';
import { activeEntry, completedBuilds, lineOf, lineOfBuild, type State, tick } from './State.js';

/** Completes a build, once: what was not captured is carried, results are born with decisions, promotions follow (R22). */
export function completeBuild(state: State, build: Build): void {
  if (build.completedAt > 0) throw new Refusal('SESSION_COMPLETED', build.label);
  build.results = compareAll(state, build);
  build.completedAt = tick(state);
  promoteBorn(state, build);
  for (const other of completedBuilds(state)) {
    if (tookForRemoved(state, other)) other.isOutdated = true;
  }
}

/** Whether somebody is asked about a removal of what another build of the commit shows by now (R24). */
const tookForRemoved = (state: State, build: Build): boolean =>
  [...build.results.values()].some(
    (result) =>
      result.status === 'removed' && isUndecided(result) && isShownByOthers(state, build, result.slot),
  );

/** Every slot that something is known of. */
export function slotsOf(state: State): Set<string> {
  return new Set([
    ...state.entries.map((entry) => entry.slot),
    ...state.builds.flatMap((build) => Object.keys(build.looks)),
  ]);
}

function compareAll(state: State, build: Build): Map<string, Result> {
  build.isDescribed = state.ancestry.knows(build.commit);
  const results = new Map<string, Result>();
  for (const slot of slotsOf(state)) {
    const result = compareSlot(state, build, slot);
    if (result) results.set(slot, result);
  }
  return results;
}

/** Promotes what is born approved. Builds at later commits were compared without that, so they are compared again (R22). */
function promoteBorn(state: State, build: Build, kept: ReadonlySet<string> = new Set()): void {
  const count = state.entries.length;
  for (const result of build.results.values()) {
    if (!kept.has(result.slot)) approveAtBirth(state, build, result);
  }
  noteActive(state, build);
  const promoted = state.entries.slice(count).map((entry) => entry.slot);
  for (const newer of newerBuilds(state, build)) {
    if (promoted.some((slot) => newer.results.has(slot))) newer.isOutdated = true;
  }
}

/** What was approved before, here or elsewhere (R16), and what the run approves itself (R18), unless that was taken back. */
function approveAtBirth(state: State, build: Build, result: Result): void {
  if (!isReviewable(result) || build.exitCode !== 0 || build.isEphemeral) return;
  const isPromoted = state.entries.some(
    (entry) => entry.build === build && entry.slot === result.slot && !entry.revoked,
  );
  if (result.approval === 'approved' && !isPromoted) {
    const { decision } = result;
    promote(
      state,
      build,
      result,
      result.isRemembered ? { decision: null, remembers: decision } : { decision, remembers: null },
    );
  }
  if (result.approval !== 'pending' || !build.autoApprove || result.isCarried) return;
  if (wasTakenBack(state, build, result)) return;
  const decision = takeChoice(state, build, result, { kind: 'approve', isPerson: false });
  Object.assign(result, { approval: 'approved', decision });
  promote(state, build, result, { decision, remembers: null });
}

const wasTakenBack = (state: State, build: Build, { slot, base, head }: Result): boolean =>
  state.decisions.some(
    (decision) =>
      decision.build === build &&
      decision.slot === slot &&
      decision.base === base &&
      decision.head === head &&
      (decision.revoked || decision.kind === 'take back'),
  );

/** What is active on each branch that was named for promotions while nobody else has promoted anything since (R14). */
function noteActive(state: State, build: Build): void {
  build.computedOn = new Map();
  for (const slot of build.results.keys()) {
    for (const ref of build.targetRefs ?? []) {
      build.computedOn.set(`${ref} ${slot}`, activeNow(state, build, ref, slot));
    }
  }
}

/** The active entry of a branch that a build names, own promotions aside. */
export const activeNow = (state: State, build: Build, ref: string, slot: string) =>
  activeEntry(state, lineOf(state, ref, build.openedAt), slot, build);

const newerBuilds = (state: State, build: Build): Build[] =>
  completedBuilds(state).filter(
    (other) =>
      lineOfBuild(state, other) === lineOfBuild(state, build) &&
      state.ancestry.isBefore(build.commit, other.commit),
  );

/**
 * Compares a build again, with the baselines of now. An approval whose base and head are the same is kept where the
 * decision stands (R17); what is no longer approved is not a baseline.
 */
export function compareAgain(state: State, build: Build): void {
  const before = build.results;
  build.results = new Map();
  const after = compareAll(state, build);
  const kept = [...after.values()].filter((result) => keepDecision(before.get(result.slot), result));
  build.results = after;
  const isApproved = (result: Result | undefined) =>
    result !== undefined && isReviewable(result) && result.approval === 'approved';
  revokeEntries(state, (entry) => entry.build === build && !isApproved(after.get(entry.slot)));
  build.isOutdated = false;
  promoteBorn(state, build, new Set(kept.map(({ slot }) => slot)));
}

/** Whether the decision of the same change stays, with what it promoted. */
function keepDecision(before: Result | undefined, after: Result): boolean {
  if (!before || !isReviewable(before) || !isReviewable(after)) return false;
  if (before.base !== after.base || before.head !== after.head) return false;
  if (before.isRemembered || !before.decision || before.decision.revoked) return false;
  Object.assign(after, { approval: before.approval, decision: before.decision, isRemembered: false });
  return true;
}
