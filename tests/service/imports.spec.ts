import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snapshotName } from '../../packages/schema/src/words/snapshotName.js';
import type { SnapshotInput } from '../../packages/sdk/src/options.js';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import { createScratch, type Scratch } from '../clients/scratch.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

let dataDir: string;
let server: Server;
let client: SvcClient;
let scratch: Scratch;
beforeAll(async () => {
  scratch = createScratch();
  dataDir = await makeDataDir();
  server = await startOnSharedDatabase(dataDir);
  client = new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '', environment: false });
});
afterAll(async () => {
  await server?.stop();
  scratch?.remove();
  if (dataDir) await removeDataDir(dataDir);
});

const svc = (args: readonly string[], commit: string) =>
  scratch.run(process.execPath, [program, ...args], {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
    SVC_BRANCH: 'main',
    SVC_COMMIT: commit,
  });

const pngOf = (shade: number): Buffer => {
  const image = new PNG({ width: 8, height: 8 });
  image.data.fill(shade);
  return PNG.sync.write(image);
};

/** Writes images, each of another shade. */
function writeImages(...names: string[]) {
  for (const [index, name] of names.entries()) {
    mkdirSync(dirname(join(scratch.folder, name)), { recursive: true });
    writeFileSync(join(scratch.folder, name), pngOf(40 * (index + 1)));
  }
}

/** How the first run after an import compares. */
async function firstRun(suite: string, snapshots: SnapshotInput[]) {
  const capture = await client.createCapture({
    ...{ suite, branch: 'main', commit: 'c0ffee2', snapshots, complete: true },
  });
  const { id } = await client.createDiff({ suite, headCaptureId: capture.id });
  const { results } = await client.waitForDiff(id);
  return results.map(({ name, viewport, status }) => [name, viewport, status]).sort();
}

describe('the first run after svc import', () => {
  test('of jest-image-snapshot has no changes', async () => {
    const titles = ['a page', 'is shown'];
    const file = 'tests/home.test.js';
    const images = 'tests/__image_snapshots__/home-test-js-a-page-is-shown';
    writeImages(`${images}-1-snap.png`, `${images}-2-snap.png`);
    writeFileSync(join(scratch.folder, file), '');
    const assertionResults = [{ ancestorTitles: titles.slice(0, 1), title: titles[1] }];
    scratch.write(
      'jest.cjs',
      `const report = ${JSON.stringify({ testResults: [{ name: join(scratch.folder, file), assertionResults }] })};
require('node:fs').writeFileSync(process.argv.at(-1), JSON.stringify(report));
`,
    );
    const imported = await svc(
      ['import', 'jest-image-snapshot', '--suite', 'jest', '--', process.execPath, 'jest.cjs'],
      'c0ffee1',
    );
    expect(imported.output).toContain('2 of 2 captured and set as baselines');
    const names = [1, 2].map((number) => snapshotName(file, ...titles, number));
    const taken = names.map((name, index) => ({ name, png: pngOf(40 * (index + 1)) }));
    expect(await firstRun('jest', taken)).toEqual(names.map((name) => [name, null, 'unchanged']));
  });

  test('of BackstopJS has no changes, in each viewport', async () => {
    const viewports = [
      { label: 'phone', width: 320, height: 480 },
      { label: 'wide', width: 1280, height: 720 },
    ];
    scratch.write('backstop.json', JSON.stringify({ id: 'app', viewports, scenarios: [{ label: 'Home' }] }));
    writeImages(
      ...viewports.map(
        ({ label }, index) => `backstop_data/bitmaps_reference/app_Home_0_document_${index}_${label}.png`,
      ),
    );
    const imported = await svc(['import', 'backstop', '--suite', 'pages'], 'c0ffee1');
    expect(imported.output).toContain('2 of 2 captured and set as baselines');
    const sizes = viewports.map(({ width, height }) => ({ width, height }));
    const taken = sizes.map((viewport, index) => ({ name: 'Home', viewport, png: pngOf(40 * (index + 1)) }));
    expect(await firstRun('pages', taken)).toEqual(
      expect.arrayContaining(sizes.map((viewport) => ['Home', viewport, 'unchanged'])),
    );
  });

  test('of reg-suit has no changes, with svc upload', async () => {
    scratch.write('regconfig.json', JSON.stringify({ core: { workingDir: '.reg', actualDir: 'shots' } }));
    writeImages('.reg/expected/home.png', '.reg/expected/forms/button.png');
    const imported = await svc(['import', 'reg-suit', '--suite', 'reg'], 'c0ffee1');
    expect(imported.output).toContain('2 of 2 captured and set as baselines');
    writeImages('shots/home.png', 'shots/forms/button.png');
    const uploaded = await svc(['upload', 'shots', '--suite', 'reg'], 'c0ffee2');
    expect(uploaded.code, uploaded.output).toBe(0);
    expect(uploaded.output).toMatch(/2 unchanged/);
  });
});
