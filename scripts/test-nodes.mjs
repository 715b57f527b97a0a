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

/** Not among our own dependencies: it brings 300 packages along, and is needed here alone. */
const jest = ['jest@30.5.2', 'jest-environment-jsdom@30.5.2'];

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
  await step(`Testing the packages on Node ${version}`, async () => {
    const packed = readdirSync(tarballs).filter((file) => file.endsWith('.tgz'));
    const cwd = await makeProject(installed, `packed/${line}`, { type: 'module' }, packed);
    cpSync(path.join(root, 'tests/packed'), cwd, { recursive: true });
    await runProgram(node, ['--test', '--test-reporter=spec'], { cwd, env });
  });
  await step(`Requiring the SDK in Jest on Node ${version}`, async () => {
    const packed = readdirSync(tarballs).filter((file) => /^sdk-.*\.tgz$/.test(file));
    const cwd = await makeProject(installed, `in-jest/${line}`, { type: 'commonjs' }, packed, jest);
    cpSync(path.join(root, 'tests/inJest'), cwd, { recursive: true });
    await runProgram(node, ['node_modules/jest/bin/jest.js', '--ci'], { cwd, env });
  });
}

/** Makes an empty project with the packed clients and others in it, and returns its folder. */
async function makeProject({ node, env }, name, description, packed, others = []) {
  const cwd = path.join(root, '.cache', name);
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ private: true, ...description }));
  const parameters = ['install', '--engine-strict', '--no-audit', '--no-fund', '--loglevel=error'];
  const wanted = [...packed.map((file) => path.join(tarballs, file)), ...others];
  await runProgram(node, [env.npm_execpath, ...parameters, ...wanted], { cwd, env, quiet: true });
  return cwd;
}
