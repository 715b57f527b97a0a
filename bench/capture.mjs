/**
 * `npm run bench:capture`: stories per second and CPU time per story on the example Storybook, ours beside a plain
 * Playwright loop, in one run. Options: `-- <pages> <times that each story is captured>`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFleet } from '../apps/server/dist/capture/createFleet.js';
import { findBrowser } from '../apps/server/dist/capture/findBrowser.js';
import { explodeStories } from '../packages/cli/dist/stories/explodeStories.js';
import { plainLoop } from './capture/plainLoop.mjs';
import { serveFolder } from './capture/serveFolder.mjs';
import { startCpuMeter } from './capture/startCpuMeter.mjs';

const [pages = 3, times = 4] = process.argv.slice(2).map(Number);
const browserPath = findBrowser(process.env);
if (!browserPath) throw new Error('No Chromium was found; name one in SVC_BROWSER_PATH');

const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const folder = join(work, 'storybook');
const built = spawnSync('npm', ['run', 'build', '--workspace', 'example-storybook', '--', '-o', folder], {
  env: { ...process.env, SVC_EXAMPLE_VERSION: '1' },
  encoding: 'utf8',
});
if (!existsSync(folder)) throw new Error(`the example could not be built:\n${built.stdout}${built.stderr}`);
const server = await serveFolder(folder);

const newFleet = () =>
  createFleet({
    browserPath,
    pages,
    sites: { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port: server.port } },
    allowHosts: [],
    log: (message) => console.error(message),
  });

async function ours(targets, isExpected) {
  const fleet = newFleet();
  await fleet.capture(targets, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: () => isExpected,
    onOutcome: async (index, outcome) => {
      if (!outcome.ok) throw new Error(`${targets[index].name}: ${outcome.message}`);
    },
  });
  await fleet.close();
}

async function measure(name, stories, run) {
  const stopMeter = startCpuMeter();
  const time = performance.now();
  await run();
  const seconds = (performance.now() - time) / 1_000;
  return { name, perSecond: stories / seconds, cpuEach: (stopMeter() / stories) * 1_000 };
}

const discovery = newFleet();
const stories = await discovery.discoverStories({
  project: 'bench',
  signal: new AbortController().signal,
  tool: 'stories-a',
  baseUrl: 'http://bench.sites.localhost:4300/',
  readFile: (path) => readFile(join(folder, path)).catch(() => null),
});
await discovery.close();
const once = explodeStories(stories, 'stories-a').map(({ target }) => target);
const targets = Array.from({ length: times }, () => once).flat();
const urls = once.map(({ url }) =>
  url.replace('http://bench.sites.localhost:4300', `http://127.0.0.1:${server.port}`),
);

const rows = [
  await measure('plain loop, new context per story', urls.length, () =>
    plainLoop({ browserPath, urls, pages, keepPage: false }),
  ),
  await measure('plain loop, page kept', urls.length, () =>
    plainLoop({ browserPath, urls, pages, keepPage: true }),
  ),
  await measure('svc, first pictures', once.length, () => ours(once, null)),
  await measure('svc, unchanged build', targets.length, () => ours(targets, async () => true)),
];
server.close();
rmSync(work, { recursive: true });

const [reference] = rows;
console.log(`${pages} pages, ${once.length} stories; browser start included\n`);
console.log('| | stories/s | CPU ms per story | CPU, times less |');
console.log('| --- | --- | --- | --- |');
for (const { name, perSecond, cpuEach } of rows) {
  const ratio = reference.cpuEach / cpuEach;
  console.log(`| ${name} | ${perSecond.toFixed(2)} | ${cpuEach.toFixed(0)} | ${ratio.toFixed(1)} |`);
}
