/**
 * `npm run bench:memory`: captures a Storybook of many stories in one go and samples the resident memory of this process
 * and of the browser's processes, and what this process holds after a collection: resident memory of Node grows with
 * images that are done with until it thinks a collection worth its while. What it holds goes up and down with the
 * requests of a page, which are remembered until the page is replaced. Options:
 * `-- --stories=500 --times=1 --pages=3`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildMany } from './capture/buildMany.mjs';
import { openBuild } from './capture/openBuild.mjs';
import { residentMemory } from './capture/residentMemory.mjs';

const { values } = parseArgs({
  options: {
    stories: { type: 'string', default: '500' },
    times: { type: 'string', default: '1' },
    pages: { type: 'string', default: '3' },
  },
});
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const sampleMs = 1_000;
const samplesShown = 10;

const work = mkdtempSync(join(tmpdir(), 'svc-memory-'));
const folder = join(work, 'storybook');
buildMany(Number(values.stories), folder);
const build = await openBuild('storybook', folder);
const fleet = build.newFleet(Number(values.pages));

const targets = Array.from({ length: Number(values.times) }, () => build.targets).flat();
const samples = [];
let done = 0;
/** MiB of the heap and the buffers that are still in use, by how many stories were done. */
const held = new Map();
const warm = Math.ceil(targets.length / 10);
function noteHeld() {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  held.set(done, (heapUsed + arrayBuffers) / 1024 / 1024);
}
const timer = setInterval(() => samples.push({ done, ...residentMemory() }), sampleMs);
const began = performance.now();
await fleet.capture(targets, {
  project: 'bench',
  signal: new AbortController().signal,
  onOutcome: async (index, outcome) => {
    if (!outcome.ok) throw new Error(`${targets[index].name}: ${outcome.message}`);
    done += 1;
    if (done === warm || done === targets.length) noteHeld();
  },
});
const seconds = (performance.now() - began) / 1_000;
clearInterval(timer);
await fleet.close();
await build.close();
rmSync(work, { recursive: true });

console.log(`${done} stories in ${seconds.toFixed(0)} s, ${values.pages} pages\n`);
console.log('| stories done | node, MiB | browser, MiB |');
console.log('| --- | --- | --- |');
const step = Math.max(1, Math.floor(samples.length / samplesShown));
for (const { done: count, node, browser } of samples.filter((_, index) => index % step === 0)) {
  console.log(`| ${count} | ${node.toFixed(0)} | ${browser.toFixed(0)} |`);
}
const heldAt = [...held].map(([count, mebibytes]) => `${mebibytes.toFixed(1)} MiB at ${count} stories`);
console.log(`\nnode holds, after a collection: ${heldAt.join(', ')}`);
