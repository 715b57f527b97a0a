// `npm run test:long`: the tests that are too long for `npm test`. Arguments go to Vitest.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { buildDocs, buildTypeScript, buildWeb } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { step } from './setup/runProgram.mjs';
import { runTests } from './setup/runTests.mjs';

await runOnSupportedNode(async () => {
  await install();
  await step('Types', buildTypeScript);
  await step('The pages', buildWeb);
  await step('The documentation and its links', buildDocs);
  const env = { ...process.env, SVC_BROWSER_PATH: await findOrInstallBrowser(), SVC_LONG: 'only' };
  process.exitCode = await runTests(['--project', 'browser', ...process.argv.slice(2)], env);
});
