import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from '../../scripts/setup/runProgram.mjs';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const clients = fileURLToPath(new URL('../../apps/server/dist-clients/', import.meta.url));
const perFile = 50;

/** Runs a program of Node in a folder, and answers what it printed. */
export function run({ folder, line, env = {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, line, {
      cwd: folder,
      env: { ...process.env, CI: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${line.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`));
    });
  });
}

/** Writes tests of `count` pages, each of which ends with `take`, in files of 50. */
export function writeTests(folder, { count, imports, take }) {
  mkdirSync(join(folder, 'tests'));
  for (let from = 0; from < count; from += perFile)
    writeFileSync(
      join(folder, `tests/from${from}.spec.mjs`),
      `${imports}
for (let index = ${from}; index < ${Math.min(count, from + perFile)}; index += 1)
  test(\`page \${index}\`, async ({ page }) => {
    await page.goto(\`/page/\${index}\`);
    ${take};
  });
`,
    );
}

/** The text of a configuration of Playwright. */
export const configOf = ({ workers, baseUrl, reporter = ['dot'] }) => `{
  testDir: 'tests',
  workers: ${workers},
  reporter: ${JSON.stringify([reporter])},
  use: { baseURL: '${baseUrl}', launchOptions: { executablePath: process.env.SVC_BROWSER_PATH } },
}`;

/** A project outside of the repository, with its Playwright and the plugin as it is published. */
export async function makeSuite({ count, workers, baseUrl }) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-plugins-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const tarball = join(
    clients,
    readdirSync(clients).find((file) => /^playwright-\d/.test(file)),
  );
  const flags = ['--no-save', '--legacy-peer-deps', '--offline'];
  await runNpm(['install', ...flags, tarball], { cwd: folder, quiet: true });
  mkdirSync(join(folder, 'node_modules/@playwright'), { recursive: true });
  for (const name of ['@playwright/test', 'playwright', 'playwright-core'])
    symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  const config = configOf({ workers, baseUrl });
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${config};\n`);
  writeFileSync(
    join(folder, 'svc.config.mjs'),
    `import { withSvc } from '@svc/playwright';\nexport default withSvc(${config}, { suite: 'bench' });\n`,
  );
  const imports = "import { expect, test } from '@playwright/test';";
  writeTests(folder, { count, imports, take: 'await expect(page).toHaveScreenshot()' });
  return {
    folder,
    runner: ['node_modules/@playwright/test/cli.js', 'test'],
    count,
    workers,
    baseUrl,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
