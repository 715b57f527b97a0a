import type { Build, Decision, Look } from './records.js';
import { lineOf, lineOfBuild, lookOf, type State, seesEntry } from './State.js';

export interface Choice {
  decision: Decision;
  /** Which of the two looks it was for. */
  wins: 'first' | 'second';
}

/**
 * The newest standing choice between two looks that counts for a build which goes from the first to the second (R16):
 * one for the second counts wherever it was made, one for the first only where the build is of its branch or saw it.
 */
export const choiceBetween = (
  state: State,
  build: Build,
  slot: string,
  first: Look,
  second: Look,
): Choice | null =>
  findChoice(
    state,
    { build, slot, first, second },
    (choice) => choice.wins === 'second' || isKnownTo(state, choice.decision, build),
  );

/** As {@link choiceBetween}, of what the build has seen alone: what is done on another branch changes no base. */
export const choiceSeen = (
  state: State,
  build: Build,
  slot: string,
  first: Look,
  second: Look,
): Choice | null =>
  findChoice(state, { build, slot, first, second }, ({ decision }) => isKnownTo(state, decision, build));

function findChoice(
  state: State,
  { build, slot, first, second }: { build: Build; slot: string; first: Look; second: Look },
  counts: (choice: Choice) => boolean,
): Choice | null {
  for (const decision of state.decisions.toReversed()) {
    if (decision.slot !== slot || decision.revoked || !concerns(state, decision, build)) continue;
    const chosen = decision.kind === 'approve' ? decision.head : decision.base;
    const over = chosenOver(state, decision);
    const winners = [
      // Rejecting the other look is not a choice for this one.
      ...(decision.kind === 'approve' && chosen === second && over.has(first) ? (['second'] as const) : []),
      ...(chosen === first && over.has(second) ? (['first'] as const) : []),
    ];
    for (const wins of winners) {
      const choice: Choice = { decision, wins };
      if (counts(choice)) return choice;
    }
  }
  return null;
}

/** A run that approved itself chose for the branches that it promoted to alone: nobody looked (R16). */
const concerns = (state: State, decision: Decision, build: Build): boolean =>
  decision.isPerson ||
  decision.promotedTo.some((branch) => lineOf(state, branch, decision.at) === lineOfBuild(state, build));

/** Whether a choice was made on the branch of the build, or the build saw it or what remembers it (R16). */
const isKnownTo = (state: State, decision: Decision, build: Build): boolean =>
  lineOfBuild(state, decision.build) === lineOfBuild(state, build) ||
  state.ancestry.sees(build.checkout, decision.build.commit) ||
  state.entries.some(
    (entry) =>
      !entry.revoked && entry.remembers === decision && state.ancestry.sees(build.checkout, entry.commit),
  );

/**
 * What a decision was made against. An approval: its base, what the target had, and the looks and roots of all entries
 * that stand, by now, at a commit that its head had seen. A rejection or a taken-back approval: the look itself.
 */
function chosenOver(state: State, { kind, over, build, slot, head }: Decision): ReadonlySet<Look> {
  if (kind !== 'approve') return over;
  const all = new Set(over);
  for (const entry of state.entries) {
    if (entry.slot !== slot || entry.revoked || !seesEntry(state, build, entry)) continue;
    all.add(entry.look);
    if (entry.root !== 'rootless') all.add(lookOf(entry.root));
  }
  all.delete(head);
  return all;
}
