import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  approvalsCanBeTakenBack,
  basesAreSeen,
  branchesKeepTheirBases,
  nobodyIsAskedTwice,
  nothingPassesInSilence,
  nothingReplacesTheTargetInSilence,
  oneDecisionSettlesAll,
  reversionsAreShown,
} from './invariants/invariants.js';
import { probe } from './invariants/probe.js';
import { MemoryRepository } from './repository/MemoryRepository.js';
import { Difference, type History, historyOf, playHistory, type Watcher } from './steps/playCommands.js';
import type { World } from './World.js';

const invariants: Record<string, () => Watcher> = {
  'nothing passes in silence': () => nothingPassesInSilence,
  'nothing replaces what the target has in silence': () => nothingReplacesTheTargetInSilence,
  'bases are seen, or said to be guessed': () => basesAreSeen,
  'one decision settles all results that are the same': oneDecisionSettlesAll,
  'nobody is asked twice': () => nobodyIsAskedTwice,
  'reversions are shown': () => reversionsAreShown,
  'approvals can be taken back': approvalsCanBeTakenBack,
  'branches keep their bases': branchesKeepTheirBases,
};

/** Histories of each property, the same every time unless a seed is given. */
const numRuns = 5000;
const { SVC_MODEL_SEED = '1' } = process.env;
const options = { numRuns, seed: Number(SVC_MODEL_SEED) };
/** A busy machine takes its time. */
const timeout = 300_000;

test.each(Object.entries(invariants))('%s', { timeout }, async (_, watcher) => {
  await fc.assert(
    fc.asyncProperty(historyOf(40), async (history) => {
      await playHistory(history, { repository: new MemoryRepository(), watchers: [watcher()] });
    }),
    options,
  );
});

test('the order in which builds end never matters', { timeout }, async () => {
  const play = (history: History, inOrder: (labels: string[]) => string[]) =>
    playHistory(history, {
      repository: new MemoryRepository(),
      last: ({ open }) => inOrder([...open.keys()]).map((build) => ({ do: 'end', build })),
    });
  await fc.assert(
    fc.asyncProperty(historyOf(30, ['end']), async (history) => {
      const forward = await play(history, (labels) => labels);
      const backward = await play(history, (labels) => labels.toReversed());
      try {
        expect(standOf(backward)).toEqual(standOf(forward));
      } catch (error) {
        throw new Difference(error, backward);
      }
    }),
    options,
  );
});

/** What the next build of the default branch meets; a branch may well be built before its target is. */
function standOf(world: World) {
  const main = world.oracle.state.defaultBranch;
  const bases = [...probe(world, main).values()].map(({ slot, base }) => [slot, base]);
  return { baselines: world.oracle.observe().baselines[main], bases };
}
