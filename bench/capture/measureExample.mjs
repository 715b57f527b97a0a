import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { buildExample } from './buildExample.mjs';
import { creevey } from './creevey.mjs';
import { lostPixel } from './lostPixel.mjs';
import { browserPath, openBuild } from './openBuild.mjs';
import { plainLoop } from './plainLoop.mjs';
import { startCpuMeter } from './startCpuMeter.mjs';

/** Peers that capture a built Storybook 10 with the browser of this machine. */
const runnable = (installed) => [
  { name: 'Lost Pixel 3.22.0', take: lostPixel, installed: installed.lostPixel, option: '--lost-pixel' },
  { name: 'Creevey 0.10.34', take: creevey, installed: installed.creevey, option: '--creevey' },
];
const others = [
  'storycap 5.0.1: waits for `__STORYBOOK_CLIENT_API__`, which Storybook 10 has not, until it gives up',
  'Loki 0.35.1: "Unable to get stories"; it reads `__STORYBOOK_PREVIEW__.storyStore.raw`, which Storybook 10 has not',
  '@storycap-testrun/browser 2.1.1: takes images inside a Vitest run of the project, and its Vitest 5 needs Node 22',
];

/**
 * Captures the example Storybook with the fleet alone, beside plain loops and peers.
 * @param times how often the unchanged build is captured
 * @param installed the folders in which peers were installed
 */
export async function measureExample({ pages, times, installed }) {
  const all = runnable(installed);
  const peers = all.filter((one) => one.installed);
  const missing = all.filter((one) => !one.installed);
  console.log(`Peers that run: ${peers.map(({ name }) => name).join(', ') || 'none'}. Peers that do not:`);
  for (const { name, option } of missing) console.log(`- ${name}: no folder was named with ${option}`);
  for (const other of others) console.log(`- ${other}`);
  console.log('');

  const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const folder = join(work, 'storybook');
  buildExample('storybook', '1', folder);
  const build = await openBuild('storybook', folder);
  for (const count of pages) print(build, count, await measureAll(build, count, times, peers));
  await build.close();
  rmSync(work, { recursive: true });
}

async function measureAll(build, pages, times, peers) {
  const once = build.targets;
  const repeated = Array.from({ length: times }, () => once).flat();
  const layouts = [];
  const plain = (keepPage) => plainLoop({ browserPath, urls: build.urls, pages, keepPage });
  const rows = [
    await measure('plain loop, new context per story', () => plain(false)),
    await measure('plain loop, page kept', () => plain(true)),
    await measure('svc, first images without layout records', () => ours(build, once, pages, {})),
    await measure('svc, first images', () => ours(build, once, pages, { layouts })),
    await measure('svc, unchanged build', () =>
      ours(build, repeated, pages, { isExpected: async () => true }),
    ),
    await measure('svc, first images of the same addresses as pages', () =>
      ours(build, asPages(once), pages, {}),
    ),
    await measure('svc, the same pages unchanged', () =>
      ours(build, asPages(repeated), pages, { isExpected: async () => true }),
    ),
  ];
  for (const { name, take, installed } of peers) {
    const run = () => take({ installed, browserPath, port: build.port, pages });
    rows.splice(2, 0, await measure(`${name}, as it comes`, run));
  }
  return { rows, layouts };
}

/** The same addresses as pages that are not known to be stories. */
const asPages = (targets) => targets.map(({ framework: _framework, metadata: _metadata, ...page }) => page);

function print({ targets }, pages, { rows, layouts }) {
  const [reference] = rows;
  console.log(`${pages} pages, ${targets.length} stories; browser start included\n`);
  console.log('| | stories/s | CPU ms per story | CPU, times less |');
  console.log('| --- | --- | --- | --- |');
  for (const { name, perSecond, cpuEach } of rows) {
    const ratio = reference.cpuEach / cpuEach;
    console.log(`| ${name} | ${perSecond.toFixed(2)} | ${cpuEach.toFixed(0)} | ${ratio.toFixed(1)} |`);
  }
  const [ms, bytes] = ['ms', 'bytes'].map((key) => layouts.map((one) => one[key]).sort((a, b) => a - b));
  const of = (list, share) => list[Math.floor((list.length - 1) * share)];
  console.log(
    `\na layout record: ${of(ms, 0.5).toFixed(1)} ms (95 %: ${of(ms, 0.95).toFixed(1)}), ` +
      `${of(bytes, 0.5)} bytes deflated (95 %: ${of(bytes, 0.95)})\n`,
  );
}

/** @param layouts takes the size and the time of each layout record; none are taken without */
async function ours(build, targets, pages, { isExpected = null, layouts }) {
  const fleet = build.newFleet(pages);
  await fleet.capture(targets, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: () => isExpected,
    wantsLayout: async () => layouts !== undefined,
    onOutcome: async (index, outcome) => {
      if (!outcome.ok) throw new Error(`${targets[index].name}: ${outcome.message}`);
      if (outcome.layout)
        layouts.push({ bytes: deflateRawSync(outcome.layout).length, ms: outcome.timings.layout });
    },
  });
  await fleet.close();
  return targets.length;
}

/** @param run resolves to the number of images */
async function measure(name, run) {
  const stopMeter = startCpuMeter();
  const time = performance.now();
  const stories = await run();
  const seconds = (performance.now() - time) / 1_000;
  return { name, perSecond: stories / seconds, cpuEach: (stopMeter() / stories) * 1_000 };
}
