import { expect, test } from 'vitest';
import { fuzz } from './fuzz.js';

/** `npm run fuzz` sets these; what `npm test` sends is the same every time. */
const { SVC_FUZZ_SEED = '1', SVC_FUZZ_REQUESTS = '600' } = process.env;
const day = 24 * 3_600_000;

test('no request makes the service fail', { timeout: day }, async () => {
  const seed = Number(SVC_FUZZ_SEED);
  const findings = await fuzz({
    seed,
    requests: Number(SVC_FUZZ_REQUESTS),
    say: (line) => console.log(line),
  });
  expect(findings, `npm run fuzz -- --requests ${SVC_FUZZ_REQUESTS} --seed ${seed}`).toEqual([]);
});
