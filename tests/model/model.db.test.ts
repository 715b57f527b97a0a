import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import type { Aspect } from './service/compareWithRules.js';
import { soak } from './service/soak.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

/** `npm run soak` sets these; what `npm test` plays is the same every time. */
const {
  SVC_MODEL_SEED = '3100',
  SVC_MODEL_STEPS = '100',
  SVC_MODEL_DIFFERENCES = '1',
  SVC_MODEL_ASPECTS,
} = process.env;
const day = 24 * 3_600_000;

test('random histories end as the rules say', { timeout: day }, async () => {
  const differences = await soak(service, {
    seed: Number(SVC_MODEL_SEED),
    steps: Number(SVC_MODEL_STEPS),
    differences: Number(SVC_MODEL_DIFFERENCES),
    aspects: SVC_MODEL_ASPECTS?.split(',') as Aspect[] | undefined,
    say: (line) => console.log(line),
  });
  expect(differences).toEqual([]);
});
