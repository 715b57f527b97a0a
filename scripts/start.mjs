// `npm start`: everything that the service needs, then the service.
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { spawnService } from './setup/spawnService.mjs';

await runOnSupportedNode(async () => {
  await install();
  await build();
  const browser = await findOrInstallBrowser();
  const service = spawnService({ ...process.env, SVC_BROWSER_PATH: browser }, process.argv.slice(2));
  process.exitCode = await service.exited;
});
