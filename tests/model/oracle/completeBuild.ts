import { isDeepStrictEqual } from 'node:util';
import { compareSlot } from './compareBuild.js';
import { promote, takeChoice } from './promote.js';
import { type Build, isReviewable, type Look, Refusal, type Result } from './records.js';
import { resolveBase } from './resolveBase.js';
import { revokeEntries } from './revokeEntries.js';
import {
  activeEntry,
  completedBuilds,
  destinationsOf,
  lineOf,
  lineOfBuild,
  lookOf,
  type State,
  tick,
} from './State.js';

/** Completes a build, once: what was not captured is carried, results are born with decisions, promotions follow (R22). */
export function completeBuild(state: State, build: Build): void {
  if (build.completedAt > 0) throw new Refusal('SESSION_COMPLETED', build.label);
  const results = compareAll(state, build);
  build.results = results;
  const newer = newerBuilds(state, build).map((other) => ({ other, bases: basesOf(state, other) }));
  build.completedAt = tick(state);
  for (const result of results.values()) approveAtBirth(state, build, result);
  noteActive(state, build);
  for (const { other, bases } of newer) {
    if (!isDeepStrictEqual(bases, basesOf(state, other))) compareAgain(state, other);
  }
}

/** Every slot that something is known of. */
export function slotsOf(state: State): Set<string> {
  return new Set([
    ...state.entries.map((entry) => entry.slot),
    ...state.builds.flatMap((build) => Object.keys(build.looks)),
  ]);
}

function compareAll(state: State, build: Build): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const slot of slotsOf(state)) {
    const result = compareSlot(state, build, slot);
    if (result) results.set(slot, result);
  }
  return results;
}

/** Promotes what was approved before (R16), and what the run approves itself (R18), unless that was taken back. */
function approveAtBirth(state: State, build: Build, result: Result): void {
  if (!isReviewable(result) || build.exitCode !== 0 || build.isEphemeral) return;
  const isPromoted = state.entries.some(
    (entry) => entry.build === build && entry.slot === result.slot && !entry.revoked,
  );
  if (result.isRemembered && !isPromoted) {
    promote(state, build, result, { decision: null, remembers: result.decision });
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

/** What is active on each destination while nobody else has promoted anything since (R14). */
function noteActive(state: State, build: Build): void {
  build.computedOn = new Map();
  for (const slot of build.results.keys()) {
    for (const branch of destinationsOf(build)) {
      build.computedOn.set(`${branch} ${slot}`, activeNow(state, build, branch, slot));
    }
  }
}

/** The active entry of a destination, own promotions aside. */
export const activeNow = (state: State, build: Build, branch: string, slot: string) =>
  activeEntry(state, lineOf(state, branch, state.clock), slot, build);

/** Builds at later commits of the line that ended before, the oldest commit first (R22). */
const newerBuilds = (state: State, build: Build): Build[] =>
  completedBuilds(state)
    .filter(
      (other) =>
        lineOfBuild(state, other) === lineOfBuild(state, build) &&
        state.ancestry.isBefore(build.commit, other.commit),
    )
    .toSorted((a, b) => state.ancestry.of(a.commit).commits.size - state.ancestry.of(b.commit).commits.size);

/** The base that each slot of a build has now. */
const basesOf = (state: State, build: Build): Map<string, Look> =>
  new Map([...slotsOf(state)].map((slot) => [slot, lookOf(resolveBase(state, build, slot).entry)]));

/**
 * Compares a build again, with the baselines of now. An approval whose base and head are the same is kept where the
 * decision stands (R17); what is no longer approved is no baseline.
 */
export function compareAgain(state: State, build: Build): void {
  const before = build.results;
  build.results = new Map();
  const after = compareAll(state, build);
  for (const [slot, result] of after) keepDecision(before.get(slot), result);
  build.results = after;
  const isApproved = (result: Result | undefined) =>
    result !== undefined && isReviewable(result) && result.approval === 'approved';
  revokeEntries(state, (entry) => entry.build === build && !isApproved(after.get(entry.slot)));
  for (const result of after.values()) approveAtBirth(state, build, result);
  noteActive(state, build);
  build.isOutdated = false;
}

function keepDecision(before: Result | undefined, after: Result): void {
  if (!before || !isReviewable(before) || !isReviewable(after)) return;
  if (before.base !== after.base || before.head !== after.head) return;
  if (before.isRemembered || !before.decision || before.decision.revoked) return;
  Object.assign(after, { approval: before.approval, decision: before.decision, isRemembered: false });
}
