import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { playwrightDriver } from './playwrightDriver.js';
import { clientOf, runOnMain, useService } from './useService.js';

const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];

const shared = useService((scratch) => playwrightDriver().install(scratch));
beforeAll(() => {
  mkdirSync(join(shared.scratch.folder, 'tests/sub'), { recursive: true });
  shared.scratch.write('tests/sub/home.spec.ts', testFile);
  shared.scratch.write('plain.config.ts', plainConfig);
  shared.scratch.write(
    'playwright.config.ts',
    `import { withSvc } from '@svc/playwright';
import config from './plain.config';
export default withSvc(config, { suite: 'e2e' });
`,
  );
});

/** The default place of pictures, and two templates of the project's own. */
const plainConfig = `import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: 'tests',
  reporter: 'line',
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 100_000 },
  use: {
    viewport: { width: 200, height: 100 },
    launchOptions: { executablePath: process.env.SVC_BROWSER_PATH },
  },
  projects: [
    { name: 'usual' },
    {
      name: 'A phone!',
      snapshotPathTemplate: 'shots/{projectName}/{testFilePath}/{arg}{-platform}{ext}',
    },
    {
      name: 'wide',
      snapshotPathTemplate: 'unused/{arg}{ext}',
      expect: {
        timeout: 100_000,
        toHaveScreenshot: {
          pathTemplate: '{testDir}/__wide__/{testFileDir}/{testFileBaseName}/{testName}/{arg}{ext}',
        },
      },
    },
  ],
});
`;

const testFile = `import { test, expect } from '@playwright/test';
test.describe('a page', () => {
  test('that is shown', async ({ page }) => {
    await page.setContent('<body style="background: teal">');
    await expect(page).toHaveScreenshot();
    await page.setContent('<body style="background: gold">');
    await expect(page).toHaveScreenshot('gold & round.png');
    await page.setContent('<body style="background: navy">');
    await expect(page).toHaveScreenshot(['deep', 'navy-blue.png']);
    const color = 'lime';
    await page.setContent('<body style="background: ' + color + '">');
    await expect(page).toHaveScreenshot(\`all \${color}.png\`);
    await expect(page).toHaveScreenshot();
  });
});
`;

const names = [
  'sub/home.spec.ts > a page > that is shown > 1',
  'sub/home.spec.ts > gold & round.png',
  'sub/home.spec.ts > deep/navy-blue.png',
  'sub/home.spec.ts > all lime.png',
  'sub/home.spec.ts > a page > that is shown > 2',
];
const slots = ['usual', 'A phone!', 'wide'].flatMap((browser) => names.map((name) => `${name} (${browser})`));

const images = () =>
  readdirSync(shared.scratch.folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(tests|shots).*\.png$/.test(file))
    .sort();

const run = (args: readonly string[], commit: string) => runOnMain(shared, args, commit);

test('pictures that a suite has committed become baselines, and its first run has no changes', {
  timeout: 600_000,
}, async () => {
  const client = clientOf(shared);
  const written = await run([...playwright, '--config', 'plain.config.ts', '--update-snapshots'], 'c0ffee01');
  expect(written.code, written.output).toBe(0);
  const committed = images();
  expect(committed).toHaveLength(slots.length);

  const left = 'tests/sub/home.spec.ts-snapshots/old-usual-linux.png';
  const missing = 'tests/sub/home.spec.ts-snapshots/deep/navy-blue-usual-linux.png';
  const missingBytes = readFileSync(join(shared.scratch.folder, missing));
  writeFileSync(join(shared.scratch.folder, left), missingBytes);
  rmSync(join(shared.scratch.folder, missing));
  const imports = (flags: readonly string[], ...words: string[]) =>
    run([svc, 'import', 'playwright', ...flags, '--', process.execPath, ...playwright, ...words], 'c0ffee01');
  const listed = await imports(['--dry-run'], '--project=usual');
  expect(listed.code, listed.output).toBe(0);
  expect(listed.output).toMatch(
    /sub\/home\.spec\.ts > gold & round\.png \(usual\) +tests\/sub\/home\.spec\.ts-snapshots\/gold-round-usual-linux\.png/,
  );
  expect(listed.output).toContain(
    `1 snapshot without a file for linux, which will be new:\n  sub/home.spec.ts > deep/navy-blue.png (usual): no ${missing}\n`,
  );
  expect(listed.output).toContain(`1 file left out, since no test that ran takes its picture:\n  ${left}\n`);
  expect(listed.output).toContain('4 snapshots; nothing was sent');
  await expect(client.listBaselines({ suite: 'e2e' })).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });

  writeFileSync(join(shared.scratch.folder, missing), missingBytes);
  rmSync(join(shared.scratch.folder, left));
  const imported = await imports([]);
  expect(imported.code, imported.output).toBe(0);
  expect(imported.output).toContain('15 of 15 captured and set as baselines');
  expect(images()).toEqual(committed);

  const first = await run(playwright, 'c0ffee02');
  expect(first.code, first.output).toBe(0);
  const answer = await fetch(`${shared.server.url}/api/v1/diffs?suite=e2e`, {
    headers: { 'x-api-key': shared.server.apiKey ?? '' },
  });
  const { diffs } = (await answer.json()) as { diffs: { id: string; commit: string }[] };
  expect(diffs.map(({ commit }) => commit)).toEqual(['c0ffee02']);
  const { results } = await client.getDiff(diffs[0]?.id ?? '');
  expect(results.map(({ name, browser, status }) => `${name} (${browser}): ${status}`).sort()).toEqual(
    slots.map((slot) => `${slot}: unchanged`).sort(),
  );
});
