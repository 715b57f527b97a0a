import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../../scripts/setup/runProgram.mjs';
import { configOf, run, writeTests } from './makeSuite.mjs';
import { startStub } from './startStub.mjs';

/** Not in the lock of this repository: installed by this benchmark alone. */
const packages = [
  '@playwright/test@1.65.1',
  '@argos-ci/playwright@7.6.0',
  '@percy/playwright@1.1.2',
  '@percy/cli@1.32.11',
];

/** The same pages with the plugins of two hosted services, as their documentation has them. */
export async function installPeers({ count, workers, baseUrl }) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-peers-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await runNpm(['install', '--no-save', '--ignore-scripts', ...packages], { cwd: folder, quiet: true });
  const stub = await startStub();
  const playwright = join(folder, 'node_modules/@playwright/test/cli.js');
  const place = (name) => {
    const own = join(folder, name);
    mkdirSync(own);
    // Argos reads branch and commits from git.
    const git = (...line) => execFileSync('git', ['-C', own, ...line], { stdio: 'ignore' });
    git('init', '--initial-branch=main');
    git(
      '-c',
      'user.name=bench',
      '-c',
      'user.email=bench@localhost',
      'commit',
      '--allow-empty',
      '-m',
      'bench',
    );
    return own;
  };

  const argos = place('argos');
  const reporter = ['@argos-ci/playwright/reporter', { uploadToArgos: true }];
  writeFileSync(
    join(argos, 'playwright.config.mjs'),
    `export default ${configOf({ workers, baseUrl, reporter })};\n`,
  );
  writeTests(argos, {
    count,
    imports:
      "import { test } from '@playwright/test';\nimport { argosScreenshot } from '@argos-ci/playwright';",
    take: "await argosScreenshot(page, 'page ' + index)",
  });
  const argosEnv = {
    ARGOS_TOKEN: 'x'.repeat(40),
    ARGOS_API_BASE_URL: `${stub.url}/argos/`,
    ARGOS_BRANCH: 'main',
    ARGOS_COMMIT: '1'.repeat(40),
    ARGOS_REFERENCE_COMMIT: '1'.repeat(40),
  };

  const percy = place('percy');
  writeFileSync(join(percy, 'playwright.config.mjs'), `export default ${configOf({ workers, baseUrl })};\n`);
  writeTests(percy, {
    count,
    imports: "import { test } from '@playwright/test';\nimport percySnapshot from '@percy/playwright';",
    take: "await percySnapshot(page, 'page ' + index)",
  });
  const percyEnv = {
    PERCY_TOKEN: 'web_bench',
    PERCY_CLIENT_API_URL: `${stub.url}/percy`,
    PERCY_BRANCH: 'main',
    PERCY_COMMIT: '1'.repeat(40),
    PERCY_BROWSER_EXECUTABLE: process.env.SVC_BROWSER_PATH,
  };
  const percyExec = join(folder, 'node_modules/@percy/cli/bin/run.cjs');

  return {
    runs: [
      {
        name: 'Argos 7.6.0',
        start: () => run({ folder: argos, line: [playwright, 'test'], env: argosEnv }),
        expected: 'Argos build created',
      },
      {
        name: 'Percy 1.1.2 with its agent',
        async start() {
          const before = stub.sent();
          const line = [percyExec, 'exec', '--', process.execPath, playwright, 'test'];
          const output = await run({ folder: percy, line, env: percyEnv });
          const sent = stub.sent() - before;
          if (sent !== count)
            throw new Error(`Percy sent ${sent} snapshots of ${count}:\n${output.slice(-4_000)}`);
          return output;
        },
        expected: 'Finalized build',
      },
    ],
    async close() {
      await stub.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
