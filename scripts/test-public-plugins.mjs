// `npm run test:public-plugins`: the screenshot tests of a public repository that this project did not write, as they are.
// `-- --repository=<folder or address>` clones it from somewhere else.
import { parseArgs } from 'node:util';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { runTests } from './setup/runTests.mjs';

const { values } = parseArgs({ options: { repository: { type: 'string' } } });

await runOnSupportedNode(async () => {
  await install();
  await buildTypeScript();
  const env = {
    ...process.env,
    SVC_BROWSER_PATH: await findOrInstallBrowser(),
    SVC_PUBLIC_REPOSITORY: values.repository ?? 'https://github.com/DeepCitation/deepcitation',
  };
  const file = 'tests/plugins/publicRepository.spec.ts';
  process.exitCode = await runTests(['--project', 'browser', file], env);
});
