/**
 * Tests the blob store on a real S3: the gateway of a Ceph of one disk, from Debian's packages, which this installs where root runs it.
 * `npm run test:s3` runs everything; arguments go to Vitest: `npm run test:s3 -- contract`.
 */

import { findOrInstallCeph } from './ceph/install.mjs';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { runPackage } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  await install();
  await findOrInstallCeph();
  await build();
  await runPackage(
    'vitest/vitest.mjs',
    ['run', '--config', 'tests/s3/vitest.config.ts', ...process.argv.slice(2)],
    { env: { ...process.env, SVC_BROWSER_PATH: await findOrInstallBrowser() } },
  );
});
