/**
 * Tests the packages that people install, as they are packed, on every Node that they support.
 * `npm run test:nodes` takes all lines, `npm run test:nodes -- 26` only some. Each Node is kept in .cache/nodes.
 */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildTypeScript } from './setup/build.mjs';
import { buildClients } from './setup/clients.mjs';
import { install } from './setup/install.mjs';
import { installNode } from './setup/installNode.mjs';
import { nodePackages } from './setup/nodePackages.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, root, runProgram, step } from './setup/runProgram.mjs';

const tarballs = path.join(root, 'apps/server/dist-clients');

await runOnSupportedNode(async () => {
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  await buildClients();
  const failures = [];
  const lines = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(nodePackages);
  for (const line of lines) {
    await testOn(line).catch((error) => {
      console.error(`✗ ${error.message}`);
      failures.push(line);
    });
  }
  if (failures.length > 0) throw new Explained(`The packages fail on Node ${failures.join(', ')}.`);
});

async function testOn(line) {
  const installed = await installNode(line);
  if (!installed) {
    console.log(`• Node ${line} is not on npm for ${process.platform} on ${process.arch}: left out`);
    return;
  }
  const { version, node, env } = installed;
  const cwd = path.join(root, '.cache/packed', line);
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  cpSync(path.join(root, 'tests/packed'), cwd, { recursive: true });
  writeFileSync(path.join(cwd, 'package.json'), '{ "private": true, "type": "module" }');
  const files = readdirSync(tarballs).filter((file) => file.endsWith('.tgz'));
  await step(`Testing the packages on Node ${version}`, async () => {
    const parameters = ['install', '--engine-strict', '--no-audit', '--no-fund', '--loglevel=error'];
    const packed = files.map((file) => path.join(tarballs, file));
    await runProgram(node, [env.npm_execpath, ...parameters, ...packed], { cwd, env, quiet: true });
    await runProgram(node, ['--test', '--test-reporter=spec'], { cwd, env });
  });
}
