/**
 * Plays random histories with real git repositories against the service and against the rules:
 * `npm run soak -- --steps 10000 --seed 7`. A difference is shrunk and printed as the steps of a scenario.
 */
import { parseArgs } from 'node:util';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, runPackage, step } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: {
      steps: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      differences: { type: 'string', default: '1' },
    },
  });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(value)) throw new Explained(`--${name} must be a number, not ${value}`);
  }
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const { steps, seed, differences } = values;
  console.log(`• ${steps} steps from seed ${seed}`);
  await runPackage(
    'vitest/vitest.mjs',
    ['run', '--project=database', '--disableConsoleIntercept=true', 'tests/model/model.db.test.ts'],
    {
      env: {
        ...process.env,
        SVC_MODEL_STEPS: steps,
        SVC_MODEL_SEED: seed,
        SVC_MODEL_DIFFERENCES: differences,
      },
    },
  );
});
