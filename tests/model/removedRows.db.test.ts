import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { GitRepository } from './repository/GitRepository.js';
import { compareWithRules } from './service/compareWithRules.js';
import { TestDriver } from './service/TestDriver.js';
import { FixedCommand, historyOf, playHistory, playSteps } from './steps/playCommands.js';
import type { Step } from './steps/Step.js';
import type { World } from './World.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

const endAll = ({ open }: World): Step[] => [...open.keys()].map((build) => ({ do: 'end', build }));

/** `SVC_MODEL_SEED` and `SVC_MODEL_HISTORIES` play others. */
const { SVC_MODEL_SEED = '4200', SVC_MODEL_HISTORIES = '4' } = process.env;
const day = 24 * 3_600_000;

test('builds after all rows were removed have the bases, results and checks that the rules say', {
  timeout: day,
}, async () => {
  let compared = 0;
  const history = fc.tuple(historyOf(25, ['renameDefault']), historyOf(25, ['renameDefault']));
  await fc.assert(
    fc.asyncProperty(history, async ([before, after]) => {
      const driver = await TestDriver.start(service);
      const removed = new FixedCommand((world) => [...endAll(world), { do: 'remove rows' }]);
      const world = await playHistory([...before, removed, ...after], {
        repository: new GitRepository(),
        service: driver,
        watchers: [compareWithRules()],
        last: endAll,
      });
      compared += world.oracle.state.builds.filter(({ isForgotten }) => !isForgotten).length;
    }),
    { numRuns: Number(SVC_MODEL_HISTORIES), seed: Number(SVC_MODEL_SEED), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(0);
});

test('what a build accepted is the base of heads that have seen no other build of its baseline', async () => {
  const steps: Step[] = [
    { do: 'commit', on: 'main', looks: { button: 'A', card: 'A' } },
    { do: 'build', label: 'first', on: 'main' },
    { do: 'approve', build: 'first' },
    // Its baselines are of a commit that is gone. Of the builds that found them unchanged, the branch has seen the one in the middle.
    { do: 'amend', on: 'main', looks: {} },
    { do: 'build', label: 'amended', on: 'main' },
    { do: 'commit', on: 'main', looks: { card: 'B' } },
    { do: 'build', label: 'middle', on: 'main' },
    { do: 'branch', name: 'f1', from: 'main' },
    { do: 'commit', on: 'main', looks: { card: 'A' } },
    { do: 'build', label: 'last', on: 'main' },
    { do: 'remove rows' },
    { do: 'commit', on: 'f1', looks: { button: 'C' } },
    { do: 'build', label: 'branch', on: 'f1', base: 'main' },
  ];
  const driver = await TestDriver.start(service);
  await playSteps(steps, {
    repository: new GitRepository(),
    service: driver,
    watchers: [compareWithRules()],
  });
  const { results } = (await driver.observe()).builds.branch ?? {};
  expect(results?.button).toMatchObject({ base: 'A', head: 'C', status: 'changed', reason: 'target-seen' });
  expect(results?.card).toMatchObject({ base: 'A', head: 'B', status: 'changed' });
});
