import type { Build, Decision, Entry, Result } from './records.js';
import { seenOn, targetSeen } from './resolveBase.js';
import { destinationsOf, lineOf, lineOfBuild, lookOf, type State, targetOf, tick } from './State.js';

/** Adds the head of a result to the logs of its destinations (R13). */
export function promote(
  state: State,
  build: Build,
  result: Result,
  why: Pick<Entry, 'decision' | 'remembers'>,
): void {
  const entries = destinationsOf(state, build).map((branch) => ({
    ...why,
    branch,
    slot: result.slot,
    look: result.head,
    commit: build.commit,
    build,
    root: rootOn(state, build, branch, result.slot),
    revoked: false,
    at: tick(state),
  }));
  state.entries.push(...entries);
}

/** The target's seen entry, or that of the destination's own target (R5). */
function rootOn(state: State, build: Build, branch: string, slot: string): Entry['root'] {
  const line = lineOf(state, branch, state.clock);
  if (line === lineOfBuild(state, build)) {
    return targetOf(state, build) === null ? 'rootless' : targetSeen(state, build, slot);
  }
  return line === state.defaultBranch ? 'rootless' : seenOn(state, state.defaultBranch, slot, build);
}

/** Writes a decision down, with what it was made against. */
export function takeChoice(
  state: State,
  build: Build,
  { slot, base, head }: Result,
  { kind, isPerson }: Pick<Decision, 'kind' | 'isPerson'>,
): Decision {
  const isApproval = kind === 'approve';
  const targetLook = targetOf(state, build) === null ? base : lookOf(targetSeen(state, build, slot));
  const decision: Decision = {
    kind,
    isPerson,
    slot,
    branch: build.branch,
    build,
    base,
    head,
    over: new Set(isApproval ? [base, targetLook].filter((look) => look !== head) : [head]),
    promotedTo: isApproval ? destinationsOf(state, build) : [],
    revoked: false,
    at: tick(state),
  };
  state.decisions.push(decision);
  return decision;
}
