/**
 * Sends nearly valid and hostile requests to every operation of the API, as everyone who may ask:
 * `npm run fuzz -- --requests 20000 --seed 7`. Fails on any answer of 5xx, and prints the request.
 */
import { parseArgs } from 'node:util';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, runPackage, step } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(value)) throw new Explained(`--${name} must be a number, not ${value}`);
  }
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const { requests, seed } = values;
  console.log(`• ${requests} requests from seed ${seed}`);
  await runPackage(
    'vitest/vitest.mjs',
    [
      'run',
      '--project=database',
      '--disableConsoleIntercept=true',
      'apps/server/testing/fuzz/fuzz.db.test.ts',
    ],
    {
      env: {
        ...process.env,
        SVC_FUZZ_REQUESTS: requests,
        SVC_FUZZ_SEED: seed,
      },
    },
  );
});
