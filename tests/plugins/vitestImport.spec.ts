import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { clientOf, runOnMain, useService } from './useService.js';
import { vitestDriver } from './vitestDriver.js';

const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

const shared = useService((scratch) => vitestDriver().install(scratch));
beforeAll(() => {
  mkdirSync(join(shared.scratch.folder, 'tests/sub'), { recursive: true });
  shared.scratch.write('tests/sub/home.spec.ts', testFile);
  shared.scratch.write('plain.config.mjs', configOf(''));
  shared.scratch.write('vitest.config.mjs', configOf("svcVitest({ suite: 'ui' })"));
});

/** The default place of the images, and one of the project's own. */
const configOf = (plugin: string) => `import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { playwright } from '@vitest/browser-playwright';
${plugin && "import { svcVitest } from '@svc/vitest';"}
const resolveScreenshotPath = ({ root, testFileName, testName, arg, ext }) =>
  join(root, 'own', testFileName, testName, arg + ext);
const project = (name, toMatchScreenshot) => ({
  root: 'tests',
  plugins: [${plugin}],
  test: {
    name: 'of ' + name,
    include: ['**/*.spec.ts'],
    testTimeout: 100_000,
    expect: { poll: { timeout: 50_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 300_000,
      viewport: { width: 320, height: 240 },
      provider: playwright({ launchOptions: { executablePath: process.env.SVC_BROWSER_PATH } }),
      instances: [{ browser: 'chromium', name }],
      expect: { toMatchScreenshot },
    },
  },
});
export default defineConfig({
  test: { projects: [project('chromium', {}), project('own', { resolveScreenshotPath })] },
});
`;

const testFile = `import { describe, expect, test } from 'vitest';
describe('a page', () => {
  test('that is shown', async () => {
    const show = (color) => {
      document.body.innerHTML = '<p style="margin:0;width:40px;height:40px;background:' + color + '"></p>';
      return document.querySelector('p');
    };
    await expect(show('teal')).toMatchScreenshot();
    await expect(show('gold')).toMatchScreenshot('gold & round');
    await expect(show('navy')).toMatchScreenshot('deep/navy.png');
    await expect(show('lime')).toMatchScreenshot();
  });
});
`;

const names = [
  'sub/home.spec.ts > a page > that is shown > 1',
  'sub/home.spec.ts > gold & round',
  'sub/home.spec.ts > deep/navy.png',
  'sub/home.spec.ts > a page > that is shown > 2',
];

const images = () =>
  readdirSync(join(shared.scratch.folder, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .sort();

const run = (args: readonly string[], commit: string) => runOnMain(shared, args, commit);

test('references that Vitest wrote become baselines, and the first run has no changes', {
  timeout: 600_000,
}, async () => {
  const client = clientOf(shared);
  await run([...vitest, '--config', 'plain.config.mjs', '--update'], 'c0ffee01');
  const committed = images();
  expect(committed).toHaveLength(2 * names.length);
  const left = join(shared.scratch.folder, 'tests/sub/__screenshots__/home.spec.ts/old-chromium-linux.png');
  writeFileSync(left, 'left');

  const imported = await run([svc, 'import', 'vitest', '--', process.execPath, ...vitest], 'c0ffee01');
  expect(imported.code, imported.output).toBe(0);
  expect(imported.output).toContain('8 of 8 captured and set as baselines');
  expect(imported.output).toMatch(/1 file left out, .*\n {2}\S+old-chromium-linux\.png\n/);
  rmSync(left);
  expect(images()).toEqual(committed);

  const first = await run(vitest, 'c0ffee02');
  expect(first.code, first.output).toBe(0);
  const answer = await fetch(`${shared.server.url}/api/v1/diffs?suite=ui`, {
    headers: { 'x-api-key': shared.server.apiKey ?? '' },
  });
  const { diffs } = (await answer.json()) as { diffs: { id: string; commit: string }[] };
  expect(diffs.map(({ commit }) => commit)).toEqual(['c0ffee02']);
  const { results } = await client.getDiff(diffs[0]?.id ?? '');
  expect(results.map(({ name, browser, status }) => `${name} (${browser}): ${status}`).sort()).toEqual(
    ['chromium', 'own'].flatMap((browser) => names.map((name) => `${name} (${browser}): unchanged`)).sort(),
  );
});
