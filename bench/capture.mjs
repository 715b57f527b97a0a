/**
 * `npm run bench:capture`: stories per second and CPU time per story on the example Storybook, ours beside a plain
 * Playwright loop and peers, in one run. Options: `-- --pages=1,3 --times=4 --lost-pixel=<folder it is installed in>
 * --creevey=<folder it is installed in>`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExample } from './capture/buildExample.mjs';
import { creevey } from './capture/creevey.mjs';
import { lostPixel } from './capture/lostPixel.mjs';
import { browserPath, openBuild } from './capture/openBuild.mjs';
import { plainLoop } from './capture/plainLoop.mjs';
import { startCpuMeter } from './capture/startCpuMeter.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1,3' },
    times: { type: 'string', default: '4' },
    'lost-pixel': { type: 'string' },
    creevey: { type: 'string' },
  },
});

/** Peers that capture a built Storybook 10 with the browser of this machine. */
const runnable = [
  { name: 'Lost Pixel 3.22.0', take: lostPixel, installed: values['lost-pixel'], option: '--lost-pixel' },
  { name: 'Creevey 0.10.34', take: creevey, installed: values.creevey, option: '--creevey' },
];
const others = [
  'storycap 5.0.1: waits for `__STORYBOOK_CLIENT_API__`, which Storybook 10 has not, until it gives up',
  'Loki 0.35.1: "Unable to get stories"; it reads `__STORYBOOK_PREVIEW__.storyStore.raw`, which Storybook 10 has not',
  '@storycap-testrun/browser 2.1.1: takes images inside a Vitest run of the project, and its Vitest 5 needs Node 22',
];

const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const folder = join(work, 'storybook');
buildExample('storybook', '1', folder);
const build = await openBuild('storybook', folder);
const once = build.targets;
const repeated = Array.from({ length: Number(values.times) }, () => once).flat();

async function ours(targets, pages, isExpected) {
  const fleet = build.newFleet(pages);
  await fleet.capture(targets, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: () => isExpected,
    onOutcome: async (index, outcome) => {
      if (!outcome.ok) throw new Error(`${targets[index].name}: ${outcome.message}`);
    },
  });
  await fleet.close();
  return targets.length;
}

const plain = (pages, keepPage) => plainLoop({ browserPath, urls: build.urls, pages, keepPage });

/** @param run resolves to the number of images */
async function measure(name, run) {
  const stopMeter = startCpuMeter();
  const time = performance.now();
  const stories = await run();
  const seconds = (performance.now() - time) / 1_000;
  return { name, perSecond: stories / seconds, cpuEach: (stopMeter() / stories) * 1_000 };
}

const peers = runnable.filter(({ installed }) => installed);
const missing = runnable.filter(({ installed }) => !installed);
console.log(`Peers that run: ${peers.map(({ name }) => name).join(', ') || 'none'}. Peers that do not:`);
for (const { name, option } of missing) console.log(`- ${name}: no folder was named with ${option}`);
for (const other of others) console.log(`- ${other}`);
console.log('');

for (const pages of values.pages.split(',').map(Number)) {
  const rows = [
    await measure('plain loop, new context per story', () => plain(pages, false)),
    await measure('plain loop, page kept', () => plain(pages, true)),
    await measure('svc, first images', () => ours(once, pages, null)),
    await measure('svc, unchanged build', () => ours(repeated, pages, async () => true)),
  ];
  for (const { name, take, installed } of peers) {
    const run = () => take({ installed, browserPath, port: build.port, pages });
    rows.splice(2, 0, await measure(`${name}, as it comes`, run));
  }
  const [reference] = rows;
  console.log(`${pages} pages, ${once.length} stories; browser start included\n`);
  console.log('| | stories/s | CPU ms per story | CPU, times less |');
  console.log('| --- | --- | --- | --- |');
  for (const { name, perSecond, cpuEach } of rows) {
    const ratio = reference.cpuEach / cpuEach;
    console.log(`| ${name} | ${perSecond.toFixed(2)} | ${cpuEach.toFixed(0)} | ${ratio.toFixed(1)} |`);
  }
  console.log('');
}
build.close();
rmSync(work, { recursive: true });
