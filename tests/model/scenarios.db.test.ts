import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { GitRepository } from './repository/GitRepository.js';
import { scenarios } from './scenarios.js';
import { compareWithRules } from './service/compareWithRules.js';
import { TestDriver } from './service/TestDriver.js';
import { playSteps } from './steps/playCommands.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

/** Histories in which the service and the rules once differed, or the rules themselves were wrong. */
test.each(Object.entries(scenarios))('%s', async (_, { steps, ends }) => {
  const driver = await TestDriver.start(service);
  await playSteps(steps, {
    repository: new GitRepository(),
    service: driver,
    watchers: [compareWithRules()],
  });
  const { builds } = await driver.observe();
  for (const [label, results] of Object.entries(ends)) {
    for (const [slot, end] of Object.entries(results)) {
      const result = builds[label]?.results[slot];
      const decision =
        result?.status === 'unchanged' || result?.status === 'skipped' ? '' : ` ${result?.approval}`;
      expect(`${slot} of ${label}: ${result?.status}${decision}`).toBe(`${slot} of ${label}: ${end}`);
    }
  }
});
