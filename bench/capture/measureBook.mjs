import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../apps/server/dist/capture/findBrowser.js';
import { measureRecords } from './measureRecords.mjs';
import { measureService } from './measureService.mjs';
import { plainLoop } from './plainLoop.mjs';
import { serveFolder } from './serveFolder.mjs';
import { startCpuMeter } from './startCpuMeter.mjs';
import { browserKinds } from './watchProcesses.mjs';

/** What the service notes of each image, and what happens in it. */
const parts = {
  load: 'load or switch',
  delay: 'delay of the story',
  settle: 'wait',
  pose: 'pose',
  shot: 'picture',
  compare: 'compare with the baseline',
  layout: 'layout record',
  store: 'store',
};

/**
 * Measures a built book: a real service beside plain loops, in one run, and prints the tables. The CPU time of both sides is
 * that of whole process trees: here the service with its PostgreSQL, its browsers and the client, there the browser, and
 * the loop with the server of the files.
 * @param builds folders; the second is captured as the rebuild of the first
 * @param stories how many of the targets are captured, spread over the book; 0 for all
 */
export async function measureBook({ builds, pages, stories, memory, loops }) {
  const [folder] = builds;
  const tool = existsSync(join(folder, 'index.json')) ? 'stories-a' : 'stories-b';
  const choose = (targets) => spread(targets, stories);
  const runs = await measureService({ builds, tool, pages, choose, memory });
  const [first, again] = runs;
  const count = first.snapshots.length;
  console.log(`${count} targets of ${folder}, ${pages} pages\n`);
  const rows = [
    ...(loops ? await measureLoops(folder, first, pages) : []),
    { name: 'svc, first images', ...totals(first) },
    { name: 'svc, unchanged build', ...totals(again) },
  ];
  printTotals(rows, count);
  for (const [index, run] of runs.entries())
    printRun(index === 0 ? 'First images' : 'Unchanged build', run, pages);
  printRecords(await measureRecords(folder, recordedStories), (totals(first).cpu / count) * 1_000);
}

/** Stories of which records are measured one by one. */
const recordedStories = 40;

/** @param firstMs CPU time of a first image, with what is recorded of its page */
function printRecords({ layout, tree, accessibility, bytes }, firstMs) {
  const image = firstMs - mean(layout) - mean(accessibility);
  const row = (what, times) => [
    what,
    median(times).toFixed(1),
    mean(times).toFixed(1),
    `${((mean(times) / image) * 100).toFixed(1)} %`,
  ];
  console.log(`## What is recorded with an image, which takes ${image.toFixed(0)} ms of CPU without\n`);
  printTable(
    ['record', 'CPU ms, median', 'mean', 'of a first image'],
    [
      row('layout record', layout),
      row('accessibility', accessibility),
      row('accessibility of a page whose rules are known', tree),
    ],
  );
  console.log(`a layout record has ${median(bytes)} bytes, deflated (median)\n`);
}

const mean = (list) => sum(list) / list.length;
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

function spread(list, count) {
  if (count === 0 || count >= list.length) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]);
}

async function measureLoops(folder, { targets, url }, pages) {
  const browserPath = findBrowser(process.env);
  const server = await serveFolder(folder);
  const urls = targets.map((target) => target.url.replace(url, `http://127.0.0.1:${server.port}/`));
  const rows = [];
  for (const keepPage of [false, true]) {
    const name = keepPage ? 'plain loop, page kept' : 'plain loop, new context per story';
    rows.push({ name, ...(await measure(() => plainLoop({ browserPath, urls, pages, keepPage }))) });
  }
  const start = await measure(async () => {
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    await browser.newPage();
    await browser.close();
  });
  console.log(
    `a browser starts and ends in ${start.ms.toFixed(0)} ms (CPU ${(start.cpu * 1_000).toFixed(0)} ms)\n`,
  );
  await server.close();
  return rows;
}

async function measure(work) {
  const stop = startCpuMeter();
  const began = performance.now();
  await work();
  return { ms: performance.now() - began, cpu: stop() };
}

const sum = (list) => list.reduce((total, one) => total + one, 0);

const totals = ({ phases }) => ({
  ms: sum(phases.map(({ ms }) => ms)),
  cpu: sum(phases.flatMap(({ cpu }) => Object.values(cpu))),
});

function printTotals(rows, count) {
  const reference = rows[0].cpu;
  printTable(
    ['all that it takes', 'seconds', 'stories/s', 'CPU ms per story', 'CPU, times less'],
    rows.map(({ name, ms, cpu }) => [
      name,
      (ms / 1_000).toFixed(1),
      ((count / ms) * 1_000).toFixed(2),
      ((cpu / count) * 1_000).toFixed(0),
      (reference / cpu).toFixed(1),
    ]),
  );
}

const kinds = ['client', 'service', 'postgres', ...browserKinds];

function printRun(title, { phases, snapshots, counts, failures, firstMs, memory }, pages) {
  console.log(`## ${title}\n`);
  const unstable = snapshots.filter((one) => one.unstable).length;
  const outcome = counts ? `, ${counts.changed} changed` : '';
  console.log(
    `${failures.length} failed, ${unstable} unstable${outcome}; first image ${seconds(firstMs)} s after the start\n`,
  );
  printTable(
    ['phase', 'seconds', ...kinds.map((kind) => `CPU s, ${kind}`)],
    phases.map(({ name, ms, cpu }) => [
      name,
      seconds(ms),
      ...kinds.map((kind) => (cpu[kind] ?? 0).toFixed(2)),
    ]),
  );
  const timings = snapshots.flatMap((one) => (one.timings ? [one.timings] : []));
  const spent = Object.entries(parts).map(([part, what]) => ({
    what,
    times: timings.map((one) => one[part] ?? 0).sort((a, b) => a - b),
  }));
  const captureMs = phases.find(({ name }) => name === 'capture').ms;
  const lanes = captureMs * Math.min(pages, snapshots.length);
  const rest = lanes - sum(spent.flatMap(({ times }) => times));
  const share = (ms) => `${((ms / lanes) * 100).toFixed(0)} %`;
  printTable(
    ['of the pages, while they capture', 'median ms', '95 % ms', 'share'],
    [
      ...spent.map(({ what, times }) => [what, at(times, 0.5), at(times, 0.95), share(sum(times))]),
      ['browser and page start, confirmation, idle', '', '', share(rest)],
    ],
  );
  if (memory.total > 0) {
    const each = Object.entries(memory.byKind).map(([kind, mebibytes]) => `${kind} ${mebibytes.toFixed(0)}`);
    console.log(`memory at its peak: ${memory.total.toFixed(0)} MiB (${each.join(', ')})\n`);
  }
}

const seconds = (ms) => (ms === null ? '?' : (ms / 1_000).toFixed(2));
const at = (times, quantile) =>
  times.length === 0 ? '' : times[Math.min(times.length - 1, Math.floor(times.length * quantile))].toFixed(1);

function printTable(head, rows) {
  console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  console.log('');
}
