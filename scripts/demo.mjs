// `npm run demo`: the service, and a Storybook in two versions sent through it. With `--exit` it ends when it has
// checked what was found; else it leaves the service running to be looked at.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, step } from './setup/runProgram.mjs';
import { showChanges } from './setup/showChanges.mjs';
import { spawnService } from './setup/spawnService.mjs';

const readyPatience = 120_000;
await runOnSupportedNode(async () => {
  const started = performance.now();
  await install();
  await build();
  const browser = await findOrInstallBrowser();

  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-demo-'));
  // PostgreSQL, which does not run as root, has to get to its data.
  chmodSync(folder, 0o711);
  try {
    const service = await step('Starting the service', () => startService(folder, browser));
    try {
      await showChanges(service, folder);
      console.log(`\nThe demo took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
    } catch (error) {
      service.kill('SIGTERM');
      await service.exited;
      throw error;
    }
    if (process.argv.includes('--exit')) service.kill('SIGTERM');
    else console.log('The service keeps running. Ctrl-C ends it.');
    process.exitCode = await service.exited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function startService(folder, browser) {
  const readyFile = path.join(folder, 'ready.json');
  const { DATABASE_URL: _, ...env } = process.env;
  const service = spawnService({
    ...env,
    SVC_DATA_DIR: path.join(folder, 'data'),
    SVC_PORT: '0',
    SVC_BOOTSTRAP_PROJECT: 'acme/web',
    SVC_BROWSER_PATH: browser,
    SVC_READY_FILE: readyFile,
  });
  let exitCode = null;
  void service.exited.then((code) => {
    exitCode = code;
  });
  const deadline = performance.now() + readyPatience;
  while (!existsSync(readyFile) || readFileSync(readyFile, 'utf8') === '') {
    if (exitCode !== null) throw new Explained(`The service ended while it started (exit code ${exitCode}).`);
    if (performance.now() > deadline) {
      service.kill('SIGTERM');
      throw new Explained(`The service is not ready after ${readyPatience / 1000} s.`);
    }
    await sleep(100);
  }
  return { ...service, ...JSON.parse(readFileSync(readyFile, 'utf8')) };
}
