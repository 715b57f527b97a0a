import { Ancestry } from './Ancestry.js';
import type { Build, Decision, Entry, Look } from './records.js';

/** Everything that happened in a suite. */
export interface State {
  defaultBranch: string;
  approvalMemory: boolean;
  /** Former names of the default branch, each with the time up to which it was that (R42). */
  renames: { from: string; at: number }[];
  ancestry: Ancestry;
  entries: Entry[];
  decisions: Decision[];
  builds: Build[];
  clock: number;
}

export const createState = (): State => ({
  defaultBranch: 'main',
  approvalMemory: true,
  renames: [],
  ancestry: new Ancestry(),
  entries: [],
  decisions: [],
  builds: [],
  clock: 0,
});

export const tick = (state: State): number => ++state.clock;

/** The line that a branch was at some time: a default branch that is renamed takes its log along (R42). */
export const lineOf = (state: State, branch: string, at: number): string =>
  state.renames.some((rename) => rename.from === branch && at <= rename.at) ? state.defaultBranch : branch;

export const lineOfBuild = (state: State, build: Build): string =>
  lineOf(state, build.branch, build.openedAt);

/** The branch that a build is measured by; null when it is of the default branch itself (R7). */
export function targetOf(state: State, build: Build): string | null {
  const target = lineOf(state, build.baselineRef ?? state.defaultBranch, build.openedAt);
  return lineOfBuild(state, build) === target ? null : target;
}

/** The branches that an approval of the build promotes to (R13). */
export const destinationsOf = (state: State, build: Build): readonly string[] =>
  build.targetRefs?.map((ref) => lineOf(state, ref, build.openedAt)) ?? [lineOfBuild(state, build)];

/** Builds that ended and are part of what a project knows; ephemeral ones never are (R19). */
export const completedBuilds = (state: State): Build[] =>
  state.builds.filter((build) => build.completedAt > 0 && !build.isEphemeral);

/** What stands on a line for a slot, in the order of approval. */
export const standingEntries = (state: State, line: string, slot: string): Entry[] =>
  state.entries.filter(
    (entry) => entry.slot === slot && !entry.revoked && lineOf(state, entry.branch, entry.at) === line,
  );

/**
 * Where an entry stands: at the commit where it was approved, and at every commit of its line whose build captured it
 * unchanged and ended well (R5).
 */
export const placesOf = (state: State, entry: Entry): string[] => [
  entry.commit,
  ...observersOf(state, entry).map((build) => build.commit),
];

function observersOf(state: State, entry: Entry): Build[] {
  const line = lineOf(state, entry.branch, entry.at);
  return completedBuilds(state).filter((build) => {
    const result = build.results.get(entry.slot);
    const isObserved = result?.status === 'unchanged' && result.entry === entry;
    return isObserved && build.isDescribed && build.exitCode === 0 && lineOfBuild(state, build) === line;
  });
}

/**
 * As far as a build has seen the history. What it observed itself does not count, nor what outdated builds did: that is
 * what is to be judged.
 */
export function placesSeen(state: State, entry: Entry, by: Build): string[] {
  const observers = observersOf(state, entry).filter((build) => build !== by && !build.isOutdated);
  const places = [entry.commit, ...observers.map((build) => build.commit)];
  return places.filter((commit) => state.ancestry.sees(by.checkout, commit));
}

export const seesEntry = (state: State, by: Build, entry: Entry): boolean =>
  placesSeen(state, entry, by).length > 0;

/**
 * Of those that no other descends from, the last in the log (R5). One descends from another where it stands at a commit
 * that has seen every commit at which the other stands.
 * @param by counts only what this build has seen
 */
export function newestEntry(state: State, entries: readonly Entry[], by: Build | null): Entry | null {
  const placed = entries.map((entry) => ({
    entry,
    places: by === null ? placesOf(state, entry) : placesSeen(state, entry, by),
  }));
  const descends = (later: readonly string[], earlier: readonly string[]) =>
    later.some((place) => earlier.every((other) => state.ancestry.isBefore(other, place)));
  const tops = placed.filter(
    (one) => !placed.some((other) => other !== one && descends(other.places, one.places)),
  );
  return tops.reduce<Entry | null>(
    (last, { entry }) => (last === null || entry.at > last.at ? entry : last),
    null,
  );
}

/** @param except leaves out what this build promoted */
export const activeEntry = (
  state: State,
  line: string,
  slot: string,
  except: Build | null = null,
): Entry | null =>
  newestEntry(
    state,
    standingEntries(state, line, slot).filter((entry) => entry.build !== except),
    null,
  );

/** Of those that no other descends from, the one that ended last. */
export function newestBuild(state: State, builds: readonly Build[]): Build | null {
  const tops = builds.filter(
    (build) => !builds.some((other) => state.ancestry.isBefore(build.commit, other.commit)),
  );
  return tops.reduce<Build | null>(
    (last, build) => (last === null || build.completedAt > last.completedAt ? build : last),
    null,
  );
}

export const lookOf = (entry: Entry | null): Look => entry?.look ?? null;
