// Ours beside others, on screenshots by Chromium. Needs Chromium and, for odiff's processor time, Linux.
// --quick: short rounds and no long pages, for a look. --rounds=3: fewer rounds than five.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { compare } from '@svc/image-diff';
import { Pool } from '@svc/image-diff/pool';
import sharp from 'sharp';
import { decode, decodeOnce } from '../dist/decode.js';
import { openEngine, withEngine } from '../dist/engine.js';
import { readPng } from '../dist/readPng.js';
import { startContestants } from './contestants.mjs';
import { startIngest } from './ingest.mjs';
import { makePairs } from './makePairs.mjs';
import { measure, median } from './measure.mjs';
import { note, tabulateTargets } from './targets.mjs';

const { quick, rounds } = parseArgs({
  options: { quick: { type: 'boolean' }, rounds: { type: 'string', default: '5' } },
}).values;
const timing = quick ? { rounds: 3, roundTime: 60 } : { rounds: Number(rounds) };
const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-diff-'));
const contestants = startContestants(folder);
const { ours, odiff, blazediff, playwright, former } = contestants;
const print = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const line = (columns) => print(...Array.from({ length: columns }, () => '---'));
const ms = (value) => value.toFixed(value < 10 ? 2 : 1);

try {
  const pairs = await makePairs(folder);
  console.log(
    `${os.cpus()[0].model}, ${os.cpus().length} processors, Node ${process.version}, load ${os.loadavg()[0].toFixed(1)}\n`,
  );
  await comparePairs(pairs);
  await compareFixtures();
  await ingest(pairs);
  await decodeFiles(pairs);
  await measureMemory(pairs);
  await runServiceMix(pairs);
  await scalePool(pairs);
  if (!quick) await shareLarge(pairs);
  console.log('\nTargets, each by its worst value\n');
  print('', 'target', 'measured', '');
  line(4);
  for (const cells of tabulateTargets()) print(...cells);
} finally {
  contestants.stop();
  rmSync(folder, { recursive: true });
}

async function comparePairs(pairs) {
  const all = [ours, odiff, blazediff, playwright, former];
  const skipped = [playwright, former];
  console.log('One pair of files: CPU ms (wall ms), medians; [pixels counted]\n');
  print('', ...all.map(({ name }) => name), 'odiff ÷ ours', 'blazediff ÷ ours');
  line(all.length + 3);
  const chosen = quick ? pairs.filter(({ size }) => size.height < 2000) : pairs;
  for (const { size, change, before, after } of chosen) {
    const times = [];
    const cells = [];
    for (const contestant of all) {
      // They take seconds for a very long page.
      if (size.height > 20_000 && skipped.includes(contestant)) {
        cells.push('');
        continue;
      }
      const { run, childOf } = contestant;
      const count = await run(before, after);
      const { cpu, wall } = await measure(() => run(before, after), { childOf, ...timing });
      times.push(cpu);
      cells.push(`${ms(cpu)} (${ms(wall)}) [${count}]`);
    }
    note('a pair, odiff ÷ ours', times[1] / times[0], { least: 3 });
    note('a pair, blazediff ÷ ours', times[2] / times[0], { least: 1.8 });
    print(
      `${size.name} ${change}`,
      ...cells,
      (times[1] / times[0]).toFixed(1),
      (times[2] / times[0]).toFixed(1),
    );
  }
}

/** The images that pixelmatch published. Ours are their counts, which tests hold to the pixel. */
async function compareFixtures() {
  const published = path.dirname(createRequire(import.meta.url).resolve('pixelmatch-fixtures/package.json'));
  const fixture = (name) => path.join(published, 'test/fixtures', `${name}.png`);
  const all = [ours, odiff, blazediff];
  console.log('\nFixtures of pixelmatch: CPU ms, medians; [pixels counted]\n');
  print('', ...all.map(({ name }) => name), 'odiff ÷ ours', 'blazediff ÷ ours');
  line(all.length + 3);
  for (const number of [1, 2, 3, 4]) {
    const [before, after] = [fixture(`${number}a`), fixture(`${number}b`)];
    const times = [];
    const cells = [];
    for (const { run, childOf } of all) {
      const count = await run(before, after);
      const { cpu } = await measure(() => run(before, after), { childOf, ...timing });
      times.push(cpu);
      cells.push(`${ms(cpu)} [${count}]`);
    }
    const [ratioOdiff, ratioBlazediff] = [times[1] / times[0], times[2] / times[0]];
    note('a fixture, odiff ÷ ours', ratioOdiff, { least: 3 });
    note('a fixture, blazediff ÷ ours', ratioBlazediff, { least: 1.8 });
    print(`${number}a, ${number}b`, ...cells, ratioOdiff.toFixed(1), ratioBlazediff.toFixed(1));
  }
}

/** Uploads whose baselines were compared with before. */
async function ingest(pairs) {
  console.log('\nIngest of an upload, the base known: CPU ms, medians; [pixels counted]\n');
  const { contestants: all, stop } = startIngest(folder, contestants);
  print('', ...all.map(({ name }) => name));
  line(all.length + 1);
  const targets = { '720p 5%': 8, '1280×8000 5%': 85 };
  for (const { size, change, before, after } of pairs.filter((pair) => /^(5%|shifted)$/.test(pair.change))) {
    if (size.height > (quick ? 2000 : 20_000)) continue;
    const cells = [];
    for (const { run, childOf } of all) {
      const count = await run(before, after);
      const { cpu } = await measure(() => run(before, after), { childOf, ...timing });
      const most = targets[`${size.name} ${change}`];
      if (run === all[0].run && most) note(`ingest ${size.name} ${change}, CPU ms`, cpu, { most });
      cells.push(`${ms(cpu)} [${count}]`);
    }
    print(`${size.name} ${change}`, ...cells);
  }
  await stop();
}

async function decodeFiles(pairs) {
  console.log('\nDecoding to RGBA8: MPix per CPU second\n');
  print('', 'ours, checksums checked, the last in bands', 'sharp');
  line(3);
  const targets = { '720p': 240, '1080p': 350, '1280×8000': 350, '1280×30000': 350 };
  for (const { size, before } of pairs.filter(({ change }) => change === 'reencoded')) {
    const png = readFileSync(before);
    const pixels = size.width * size.height;
    // As `compare` and `inspect` do it: what is too large to be kept is never in memory as a whole.
    const decodeOwn =
      size.height > 10_000
        ? (engine) => decodeOnce(engine, readPng(engine, png), () => {})
        : (engine) => decode(engine, png);
    const own = await measure(() => withEngine(decodeOwn), timing);
    const theirs = await measure(() => sharp(png).ensureAlpha().raw().toBuffer(), timing);
    note(`decode ${size.name}, MPix per CPU second`, pixels / 1000 / own.cpu, { least: targets[size.name] });
    print(size.name, ...[own, theirs].map(({ cpu }) => (pixels / 1000 / cpu).toFixed(0)));
  }
}

/** The memory of the engines that did one comparison and nothing else; the files are not counted. */
async function measureMemory(pairs) {
  console.log('\nMemory of a comparison, and with an explanation: MiB, and times the decoded image\n');
  print('', 'MiB', '× decoded', 'explained, MiB', '× decoded');
  line(5);
  for (const { size, change, before, after } of pairs.filter((pair) => !quick || pair.change === 'shifted')) {
    const cells = [];
    for (const explain of [false, true]) {
      // None is left from before.
      openEngine();
      openEngine();
      let used = 0;
      const { grow } = WebAssembly.Memory.prototype;
      const sizes = new Map();
      WebAssembly.Memory.prototype.grow = function (pages) {
        const former = grow.call(this, pages);
        sizes.set(this, this.buffer.byteLength);
        used = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
        return former;
      };
      await compare(readFileSync(before), readFileSync(after), { explain });
      WebAssembly.Memory.prototype.grow = grow;
      const times = used / (size.width * size.height * 4);
      const isLarge = size.width * size.height > 10_500_000;
      if (explain && !isLarge) note('memory with an explanation ÷ decoded image', times, { most: 3 });
      else note('memory of a comparison, MiB', used / 2 ** 20, { most: 64 });
      cells.push((used / 2 ** 20).toFixed(1), times.toFixed(2));
    }
    print(`${size.name} ${change}`, ...cells);
  }
}

/**
 * 1,000 pairs of 720p: 95% equal bytes, 1% encoded again, 4% changed. A service knows its images by their SHA-256 from
 * the moment they arrive; the gate compares two of them.
 */
async function runServiceMix(pairs) {
  const of = (change) => pairs.find((pair) => pair.size.name === '720p' && pair.change === change);
  const mix = Array.from({ length: quick ? 200 : 1000 }, (_, i) => {
    if (i % 25 === 7) return of(i % 2 ? '5%' : '0.1%').after;
    return i % 100 === 13 ? of('reencoded').after : of('5%').before;
  });
  const { before } = of('5%');
  const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const hashes = new Map([...new Set(mix), before].map((file) => [file, hash(file)]));
  const ungated = (file) => odiff.run(before, file);
  const gated = (run) => async (file) => (hashes.get(file) === hashes.get(before) ? 0 : run(before, file));
  console.log(`\nService mix, ${mix.length} pairs of 720p: CPU ms each\n`);
  print('', 'CPU ms', '÷ ours');
  line(3);
  let base;
  for (const [name, contestant, run] of [
    ['hash gate, ours', ours, gated(ours.run)],
    ['hash gate, blazediff', blazediff, gated(blazediff.run)],
    ['hash gate, odiff server', odiff, gated(odiff.run)],
    ['odiff server always', odiff, ungated],
  ]) {
    const files = run === ungated ? mix.slice(0, 100) : mix;
    const all = async () => {
      for (const file of files) await run(file);
    };
    const { cpu } = await measure(all, { childOf: contestant.childOf, rounds: quick ? 1 : 3, roundTime: 1 });
    base ??= cpu / files.length;
    if (run === ungated) note('service mix, odiff server ÷ ours', cpu / files.length / base, { least: 10 });
    if (name === 'hash gate, blazediff') {
      note('service mix, gated blazediff ÷ ours', cpu / files.length / base, { least: 2 });
    }
    print(name, ms(cpu / files.length), (cpu / files.length / base).toFixed(1));
  }
}

/** Pairs a second on one and on two threads, and how late the caller's event loop is while all threads work. */
async function scalePool(pairs) {
  const { before, after } = pairs.find(({ size, change }) => size.name === '1080p' && change === '5%');
  const [a, b] = [readFileSync(before), readFileSync(after)];
  console.log('\nPool, 1080p with 5% changed\n');
  print('threads', 'pairs a second', 'event loop delay, p99 ms', 'the same, most ms');
  line(4);
  const rates = [];
  for (const workers of [1, 2]) {
    const pool = new Pool({ workers });
    const batch = () => Promise.all(Array.from({ length: 60 }, () => pool.compare(a, b)));
    await batch();
    // It reports the time between its timers, which are this far apart.
    const resolution = 1;
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    const times = [];
    for (let i = 0; i < (quick ? 1 : 5); i++) {
      const start = performance.now();
      await batch();
      times.push(performance.now() - start);
    }
    delay.disable();
    await pool.close();
    rates.push(60_000 / median(times));
    const [p99, most] = [delay.percentile(99), delay.max].map((time) => Math.max(0, time / 1e6 - resolution));
    note('event loop delay of the pool’s caller, p99 ms', p99, { most: 20 });
    print(workers, rates.at(-1).toFixed(0), ms(p99), ms(most));
  }
  note('pool, two threads ÷ one', rates[1] / rates[0], { least: 1.8 });
}

/** How long one large picture takes where a second thread has nothing else to do. */
async function shareLarge(pairs) {
  const { before, after } = pairs.find(({ size, change }) => size.height > 20_000 && change === '5%');
  const files = [readFileSync(before), readFileSync(after)];
  console.log('\nPool, one picture of 1280×30000 with 5% changed\n');
  print('threads', 'ms', 'CPU ms', 'with an explanation, ms', 'CPU ms');
  line(5);
  const walls = [];
  for (const workers of [1, 2]) {
    const pool = new Pool({ workers });
    const plain = await measure(() => pool.compare(...files), timing);
    const explained = await measure(() => pool.compare(...files, { explain: true }), timing);
    await pool.close();
    walls.push(plain.wall);
    print(workers, ...[plain.wall, plain.cpu, explained.wall, explained.cpu].map(ms));
  }
  note('a large picture on two threads ÷ on one', walls[1] / walls[0], { most: 0.6 });
}
