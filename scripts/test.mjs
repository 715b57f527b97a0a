// `npm test`: installs what is missing, then everything that CI checks. Arguments go to Vitest.
import { findOrInstallCeph } from './ceph/install.mjs';
import { findOrInstallPodman } from './image/podman.mjs';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { buildDocs, buildTypeScript, buildWeb } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { runPackage, runProgram, step } from './setup/runProgram.mjs';
import { runTests } from './setup/runTests.mjs';

/** Each line is a lane: the lanes go on beside each other, what is in one happens in its order. */
const lanes = [
  [
    ['Types of the tests', () => runPackage('typescript/bin/tsc', ['-p', 'tsconfig.tests.json'])],
    ['Types of the stories', () => runPackage('typescript/bin/tsc', ['-p', 'apps/web/.storybook'])],
    ['Lint', () => runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])],
    ['The pages', buildWeb],
  ],
  [
    ['Import rules', () => runProgram(process.execPath, ['scripts/imports.mjs'])],
    ['Unused files, exports and dependencies', () => runPackage('knip/bin/knip.js', [])],
    ['The documentation and its links', buildDocs],
  ],
];

/** Programs that some tests take, from Debian's packages. A test without its program is skipped, and says so. */
async function installPrograms() {
  for (const findOrInstall of [findOrInstallPodman, findOrInstallCeph])
    await findOrInstall().catch((error) => console.error(`  ${error.message}`));
}

await runOnSupportedNode(async () => {
  await install();
  const failures = [];
  const check = ([title, work]) =>
    step(title, work).catch((error) => {
      console.error(`✗ ${title}: ${error.message}`);
      failures.push(title);
    });
  await check(['Types', buildTypeScript]);
  await Promise.all([
    installPrograms(),
    ...lanes.map(async (lane) => {
      for (const one of lane) await check(one);
    }),
  ]);
  const browser = await findOrInstallBrowser();
  if (failures.length > 0) console.error(`\n✗ Failed before the tests: ${failures.join(', ')}\n`);
  const code = await runTests(process.argv.slice(2), { ...process.env, SVC_BROWSER_PATH: browser });
  process.exitCode = failures.length > 0 ? 1 : code;
});
