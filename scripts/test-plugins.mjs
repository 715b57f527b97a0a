// `npm run test:plugins`: every scenario of the plugins, with the versions of their runners that they support, from the registry.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { buildTypeScript } from './setup/build.mjs';
import { findOrUnpackChromeDriver } from './setup/chromeDriver.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { runTests } from './setup/runTests.mjs';

await runOnSupportedNode(async () => {
  await install();
  await buildTypeScript();
  const browser = await findOrInstallBrowser();
  const chromeDriver = await findOrUnpackChromeDriver();
  const env = {
    ...process.env,
    SVC_BROWSER_PATH: browser,
    SVC_PLUGINS: 'all',
    ...(chromeDriver ? { SVC_CHROMEDRIVER_PATH: chromeDriver } : {}),
  };
  process.exitCode = await runTests(['--project', 'browser', 'tests/plugins', ...process.argv.slice(2)], env);
});
