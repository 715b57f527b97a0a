/**
 * Tests that the previous version, which `deploy/previous.json` names, works on the schema of this one, beside it, and that its
 * clients work with this service. It is built once, into `.cache/previous`.
 */
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { buildPrevious } from './setup/previous.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { runPackage, step } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const { folder, clients } = await buildPrevious();
  await runPackage('vitest/vitest.mjs', ['run', '--project=browser', 'tests/upgrade'], {
    env: { ...process.env, SVC_PREVIOUS: folder, SVC_PREVIOUS_CLIENTS: clients },
  });
});
