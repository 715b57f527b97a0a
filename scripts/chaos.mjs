/**
 * Kills, fills and confuses everything that the service needs while clients use it, then checks that what was
 * acknowledged is there, once: `npm run chaos -- --minutes 10 --seed 7`. The exit code is 1 when something is not.
 */
import { parseArgs } from 'node:util';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, runPackage, step } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(value)) throw new Explained(`--${name} must be a number, not ${value}`);
  }
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const { minutes, seed } = values;
  console.log(`• ${minutes} minutes from seed ${seed}`);
  await runPackage(
    'vitest/vitest.mjs',
    ['run', 'tests/chaos/chaos.spec.ts', '--project', 'browser', '--disable-console-intercept'],
    {
      env: {
        ...process.env,
        SVC_BROWSER_PATH: await findOrInstallBrowser(),
        SVC_CHAOS_MINUTES: minutes,
        SVC_CHAOS_SEED: seed,
      },
    },
  );
});
