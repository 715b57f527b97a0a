/**
 * `npm run test:chart`: the Helm chart, rendered for some installations, each object checked against the schema of its kind. Go
 * and sprig come from Debian's packages where they are missing and root may install them.
 */
import { existsSync } from 'node:fs';
import { runOnSupportedNode } from '../setup/runOnSupportedNode.mjs';
import { Explained, runPackage, runProgram, step } from '../setup/runProgram.mjs';
import { whyNoGo } from './renderChart.mjs';

await runOnSupportedNode(async () => {
  if (whyNoGo() !== null && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...parameters) => runProgram('apt-get', parameters, { quiet: true });
    await step('Installing Debian’s Go and sprig', async () => {
      await apt('update');
      await apt(
        'install',
        '--yes',
        '--no-install-recommends',
        'golang-go',
        'golang-github-masterminds-sprig-dev',
      );
    });
  }
  const why = whyNoGo();
  if (why !== null) throw new Explained(`The chart cannot be rendered: ${why}.`);
  await runPackage('vitest/vitest.mjs', ['run', '--project', 'unit', 'scripts/chart/chart.test.mjs']);
});
