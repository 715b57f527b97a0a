import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Observation } from '../Observation.js';
import { judgeCommit } from '../oracle/judgeCommit.js';
import { type Build, isReviewable, type Result } from '../oracle/records.js';
import { targetSeen } from '../oracle/resolveBase.js';
import { lineOf, lineOfBuild, lookOf, placesOf, standingEntries } from '../oracle/State.js';
import type { Watcher } from '../steps/playCommands.js';
import type { DecisionStep, Step } from '../steps/Step.js';
import type { World } from '../World.js';
import { probe } from './probe.js';

class Violation extends Error {}

function claim(holds: boolean, about: () => string): asserts holds {
  if (!holds) throw new Violation(about());
}

/** The build that a step ended. */
const endedBy = (world: World, step: Step): Build | null => {
  if (step.do === 'build') return world.oracle.build(step.label);
  return step.do === 'end' ? world.oracle.build(step.build) : null;
};

const completed = ({ oracle }: World): Build[] =>
  oracle.state.builds.filter((build) => build.completedAt > 0 && !build.isEphemeral);

/** A check is green only where somebody chose every look of the commit, or a run did for its own line. */
export const nothingPassesInSilence: Watcher = {
  after(world) {
    const { state } = world.oracle;
    for (const build of completed(world)) {
      if (judgeCommit(state, build.commit) !== 'success') continue;
      for (const [slot, look] of Object.entries(newestLooks(world, build))) {
        const isChosen = state.decisions.some(
          (decision) => decision.kind === 'approve' && decision.slot === slot && decision.head === look,
        );
        claim(isChosen, () => `the check of ${build.label} passes; nobody ever chose ${slot} = ${look}`);
      }
    }
  },
};

/** What the last build of this one's commit and branch to capture a slot saw there. */
function newestLooks(world: World, { commit, branch }: Build): Record<string, string> {
  const same = completed(world).filter((other) => other.commit === commit && other.branch === branch);
  return Object.assign(
    {},
    ...same.toSorted((a, b) => a.completedAt - b.completedAt).map(({ looks }) => looks),
  );
}

/** Where a green build looks otherwise than its target did, a choice says so. */
export const nothingReplacesTheTargetInSilence: Watcher = {
  after(world, step) {
    const { state } = world.oracle;
    const build = endedBy(world, step);
    if (!build || build.isEphemeral || judgeCommit(state, build.commit) !== 'success') return;
    for (const result of build.results.values()) {
      if (result.status === 'skipped' || result.reason === 'history-unknown') continue;
      const target = lookOf(targetSeen(state, build, result.slot));
      if (target === result.head) continue;
      const isChosen = state.decisions.some(
        (decision) =>
          !decision.revoked &&
          decision.kind === 'approve' &&
          decision.slot === result.slot &&
          decision.head === result.head,
      );
      claim(isChosen, () => `${build.label} is green with ${result.slot} = ${result.head} over ${target}`);
    }
  },
};

/** An image that equals its base has a base that its head had seen, or says that nobody knows. */
export const basesAreSeen: Watcher = {
  after(world) {
    const { state } = world.oracle;
    for (const build of completed(world)) {
      for (const result of build.results.values()) {
        if (result.status !== 'unchanged' || !result.entry || result.reason === 'history-unknown') continue;
        const { entry } = result;
        const places = [
          entry.commit,
          ...completed(world)
            .filter((other) => accepted(other, result))
            .map(({ commit }) => commit),
        ];
        const isSeen =
          !state.approvalMemory || places.some((commit) => state.ancestry.sees(build.checkout, commit));
        claim(isSeen, () => `${result.slot} of ${build.label} equals a look that its head has not seen`);
      }
    }
  },
};

const accepted = (build: Build, { slot, entry }: Result): boolean => build.results.get(slot)?.entry === entry;

/** What an approval settled is pending nowhere on that branch with the same base and head. */
export function oneDecisionSettlesAll(): Watcher {
  let count = 0;
  return {
    before(world) {
      count = world.oracle.state.decisions.length;
    },
    after(world, step) {
      if (step.do !== 'approve') return;
      const { state } = world.oracle;
      for (const { slot, base, head, build } of state.decisions.slice(count)) {
        for (const other of completed(world)) {
          const twin = other.results.get(slot);
          if (!twin || lineOfBuild(state, other) !== lineOfBuild(state, build)) continue;
          const isSame = isReviewable(twin) && twin.base === base && twin.head === head;
          claim(
            !isSame || twin.approval !== 'pending',
            () => `${slot} is approved in ${build.label}, pending in ${other.label}`,
          );
        }
      }
    },
  };
}

/** A new build asks for nothing whose newest decision on that branch approved the same. */
export const nobodyIsAskedTwice: Watcher = {
  after(world, step) {
    const { state } = world.oracle;
    const build = endedBy(world, step);
    if (!build || !state.approvalMemory) return;
    for (const { slot, base, head, approval, status } of build.results.values()) {
      if (!isReviewable({ status }) || approval !== 'pending') continue;
      const about = state.decisions.filter((one) => !one.revoked && one.slot === slot);
      const mine = about.findLast(
        (one) =>
          one.isPerson &&
          one.base === base &&
          one.head === head &&
          lineOfBuild(state, one.build) === lineOfBuild(state, build),
      );
      const isOvertaken = about.some(
        (one) => mine && one.at > mine.at && (one.head === base || one.base === base),
      );
      claim(mine?.kind !== 'approve' || isOvertaken, () => `${slot} of ${build.label} is asked for again`);
    }
  },
};

/** A head that looks like what its line had before its newest look is a change. */
export const reversionsAreShown: Watcher = {
  after(world, step) {
    const { state } = world.oracle;
    const build = endedBy(world, step);
    if (!build) return;
    for (const { slot, entry, head, status, reason } of build.results.values()) {
      if (status !== 'unchanged' || !entry || reason === 'history-unknown') continue;
      const line = lineOf(state, entry.branch, entry.at);
      const [first = '', ...observed] = placesOf(state, entry);
      const places = [first, ...observed.filter((place) => place !== build.commit)];
      const later = standingEntries(state, line, slot).find(
        (other) =>
          other.look !== head &&
          other.commit !== build.commit &&
          state.ancestry.sees(build.checkout, other.commit) &&
          places.every((place) => state.ancestry.isBefore(place, other.commit)),
      );
      claim(!later, () => `${slot} of ${build.label} reverts ${later?.look} in silence`);
    }
  },
};

/** What is approved and then revoked is as if nothing had been. */
export function approvalsCanBeTakenBack(): Watcher {
  let approved: { step: Step; seen: Observation } | null = null;
  return {
    before(world, step) {
      if (step.do === 'approve')
        approved = isOpen(world, step) ? { step, seen: world.oracle.observe() } : null;
      else if (step.do !== 'revoke') approved = null;
    },
    after(world, step) {
      if (step.do !== 'revoke' || approved === null) return;
      const isInverse = isDeepStrictEqual({ ...approved.step, do: 'revoke' }, step);
      if (isInverse) expect(world.oracle.observe()).toEqual(approved.seen);
      approved = null;
    },
  };
}

const isOpen = (world: World, { build, slots }: DecisionStep): boolean =>
  slots?.every((slot) => world.oracle.build(build).results.get(slot)?.approval === 'pending') ?? false;

/** What is done on a branch changes no base of a branch that has not merged it. */
export function branchesKeepTheirBases(): Watcher {
  let before = new Map<string, string>();
  const basesOf = (world: World, branch: string) =>
    JSON.stringify(
      [...probe(world, branch)]
        .filter(([, { base }]) => base !== null)
        .map(([slot, { base }]) => [slot, base])
        .toSorted(),
    );
  return {
    before(world) {
      const known = world.repository
        .branches()
        .filter((branch) => !world.oracle.state.ancestry.of(world.repository.head(branch)).isOpen);
      before = new Map(known.map((branch) => [branch, basesOf(world, branch)]));
    },
    after(world, step) {
      const build = step.do === 'approve' ? world.oracle.build(step.build) : endedBy(world, step);
      if (!build || build.branch === world.oracle.state.defaultBranch) return;
      for (const branch of world.repository.branches()) {
        const isOther =
          before.has(branch) &&
          branch !== build.branch &&
          !world.repository.contains(world.repository.head(branch), build.commit);
        const isKept = !isOther || before.get(branch) === basesOf(world, branch);
        claim(
          isKept,
          () =>
            `${step.do} of ${build.label} on ${build.branch} changes bases of ${branch}: ${before.get(branch)} became ${basesOf(world, branch)}`,
        );
      }
    },
  };
}
