import type { BaselineReason } from './BaselineReason.js';
import { choiceSeen } from './choices.js';
import type { Build, Entry, Look } from './records.js';
import { isReviewable } from './records.js';
import {
  activeEntry,
  completedBuilds,
  lineOfBuild,
  lookOf,
  newestBuild,
  newestEntry,
  placesSeen,
  type State,
  seesEntry,
  standingEntries,
  targetOf,
} from './State.js';

export interface Base {
  /** A tombstone has the look null. */
  entry: Entry | null;
  reason: BaselineReason;
}

/** What the slot of a build is compared with (R7). What the build promoted itself is left out, for its next comparison. */
export function resolveBase(state: State, build: Build, slot: string): Base {
  const target = targetSeen(state, build, slot);
  const own = newestEntry(
    state,
    ownEntries(state, build, slot).filter((entry) => seesOwnEntry(state, build, entry)),
    build,
  );
  if (own && stillOwn(state, build, slot, own, target)) return { entry: own, reason: 'own-approved' };
  if (target) return { entry: target, reason: own ? 'target-moved' : 'target-seen' };
  if (own) return { entry: null, reason: 'target-moved' };
  const guessed = isHistoryUnknown(state, build, slot) ? guess(state, build, slot) : null;
  if (guessed === null) return { entry: null, reason: 'first-of-branch' };
  return { entry: guessed, reason: 'history-unknown' };
}

const ownEntries = (state: State, build: Build, slot: string): Entry[] =>
  standingEntries(state, lineOfBuild(state, build), slot).filter((entry) => entry.build !== build);

/** Without a memory, a rewritten commit counts as seen (R7.3). */
const seesOwnEntry = (state: State, build: Build, entry: Entry): boolean =>
  seesEntry(state, build, entry) || (!state.approvalMemory && isRewrittenIn(state, build, entry));

/** Whether a commit of the head rewrites that of an entry. One that was promoted later may be what replaced the head's. */
const isRewrittenIn = (state: State, build: Build, entry: Entry): boolean =>
  entry.build.openedAt < build.openedAt && state.ancestry.seesRewritten(build.checkout, entry.commit);

/** Whether the branch's own entry is still what counts beside that of its target (R7.2). */
function stillOwn(state: State, build: Build, slot: string, own: Entry, target: Entry | null): boolean {
  if (targetOf(state, build) === null) return true;
  const root = own.root === 'rootless' ? null : own.root;
  if (root !== target) return false;
  if (!state.approvalMemory || lookOf(own) === lookOf(target)) return true;
  return choiceSeen(state, build, slot, lookOf(target), lookOf(own))?.wins !== 'first';
}

/** What the target had for the head of a build; else what the default branch had (R7.1). */
export function targetSeen(state: State, build: Build, slot: string): Entry | null {
  const target = targetOf(state, build);
  return target === null ? null : seenOn(state, target, slot, build);
}

/** As {@link targetSeen}, for any line. */
export function seenOn(state: State, line: string, slot: string, by: Build): Entry | null {
  const seen = seenOnLine(state, line, slot, by);
  return seen ?? (line === state.defaultBranch ? null : seenOnLine(state, state.defaultBranch, slot, by));
}

function seenOnLine(state: State, line: string, slot: string, by: Build): Entry | null {
  const builds = completedBuilds(state).filter(
    (build) =>
      build.exitCode === 0 &&
      lineOfBuild(state, build) === line &&
      state.ancestry.sees(by.checkout, build.commit),
  );
  const newest = newestBuild(state, builds);
  const accepted = newest && acceptedBy(state, newest, line, slot);
  const seen = newestEntry(
    state,
    standingEntries(state, line, slot).filter((entry) => entry.build !== by && seesEntry(state, by, entry)),
    by,
  );
  // Another build's approval settled it, at a commit that the head has not seen (R43).
  if (newest && accepted && !seesEntry(state, by, accepted)) {
    const isNewer =
      seen && placesSeen(state, seen, by).some((place) => state.ancestry.isBefore(newest.commit, place));
    return isNewer ? seen : accepted;
  }
  const candidates = [accepted, seen].flatMap((entry) => entry ?? []);
  return newestEntry(state, candidates, by);
}

/**
 * What a build of the line itself took for the slot: its base, or what it promoted there; if that still stands. A base of
 * another line is none of this one.
 */
function acceptedBy(state: State, build: Build, line: string, slot: string): Entry | null {
  const result = build.results.get(slot);
  const isApproved = result !== undefined && isReviewable(result) && result.approval === 'approved';
  const standing = standingEntries(state, line, slot);
  const accepted = isApproved
    ? standing.findLast(
        (entry) =>
          entry.decision === result.decision ||
          (entry.build === build && entry.remembers === result.decision),
      )
    : standing.find((entry) => entry === result?.entry);
  if (accepted) return accepted;
  return newestEntry(
    state,
    standing.filter((entry) => seesEntry(state, build, entry)),
    build,
  );
}

/** Whether nobody can know what the head has seen (R7.4). */
function isHistoryUnknown(state: State, build: Build, slot: string): boolean {
  if (state.ancestry.of(build.checkout).isOpen) return true;
  return ownEntries(state, build, slot).some((entry) => isRewrittenIn(state, build, entry));
}

function guess(state: State, build: Build, slot: string): Entry | null {
  const lines = [lineOfBuild(state, build), targetOf(state, build), state.defaultBranch];
  const active = [...new Set(lines)].flatMap((line) => (line && activeEntry(state, line, slot, build)) || []);
  const [first, ...others] = active;
  if (!first) return null;
  const head: Look | undefined = build.looks[slot];
  return others.find((entry) => entry.at > first.at && entry.look === head) ?? first;
}
