// Ours beside others, on screenshots by Chromium. Needs Chromium and, for odiff's processor time, Linux.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from '@svc/image-diff/pool';
import sharp from 'sharp';
import { decode } from '../dist/decode.js';
import { withEngine } from '../dist/engine.js';
import { startContestants } from './contestants.mjs';
import { makePairs } from './makePairs.mjs';
import { measure, median } from './measure.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-diff-'));
const contestants = startContestants(folder);
const { ours, odiff, blazediff, former } = contestants;
const print = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const line = (columns) => print(...Array.from({ length: columns }, () => '---'));
const ms = (value) => value.toFixed(value < 10 ? 2 : 1);

try {
  const pairs = await makePairs(folder);
  console.log(
    `${os.cpus()[0].model}, ${os.cpus().length} processors, Node ${process.version}, load ${os.loadavg()[0].toFixed(1)}\n`,
  );
  await comparePairs(pairs);
  await decodeFiles(pairs);
  await runServiceMix(pairs);
  await scalePool(pairs);
} finally {
  contestants.stop();
  rmSync(folder, { recursive: true });
}

async function comparePairs(pairs) {
  const all = [ours, odiff, blazediff, former];
  console.log('One pair of files: CPU ms (wall ms), medians; [pixels counted]\n');
  print('', ...all.map(({ name }) => name), 'odiff ÷ ours', 'blazediff ÷ ours');
  line(all.length + 3);
  for (const { size, change, before, after } of pairs) {
    const times = [];
    const cells = [];
    for (const { run, childOf } of all) {
      const count = await run(before, after);
      const { cpu, wall } = await measure(() => run(before, after), { childOf });
      times.push(cpu);
      cells.push(`${ms(cpu)} (${ms(wall)}) [${count}]`);
    }
    print(
      `${size.name} ${change}`,
      ...cells,
      (times[1] / times[0]).toFixed(1),
      (times[2] / times[0]).toFixed(1),
    );
  }
}

async function decodeFiles(pairs) {
  console.log('\nDecoding to RGBA8: MPix per CPU second\n');
  print('', 'ours, checksums checked', 'sharp');
  line(3);
  for (const { size, before } of pairs.filter(({ change }) => change === 'reencoded')) {
    const png = readFileSync(before);
    const pixels = size.width * size.height;
    const own = await measure(() => withEngine((engine) => decode(engine, png)));
    const theirs = await measure(() => sharp(png).ensureAlpha().raw().toBuffer());
    print(size.name, ...[own, theirs].map(({ cpu }) => (pixels / 1000 / cpu).toFixed(0)));
  }
}

/** 1,000 pairs of 720p: 95% equal bytes, 1% encoded anew, 4% changed. The gate is SHA-256 of the new file. */
async function runServiceMix(pairs) {
  const of = (change) => pairs.find((pair) => pair.size.name === '720p' && pair.change === change);
  const mix = Array.from({ length: 1000 }, (_, i) => {
    if (i % 25 === 7) return of(i % 2 ? '5%' : '0.1%').after;
    return i % 100 === 13 ? of('reencoded').after : of('5%').before;
  });
  const { before } = of('5%');
  const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const known = hash(before);
  const gated = (run) => async (file) => (hash(file) === known ? 0 : run(before, file));
  console.log('\nService mix, 1,000 pairs of 720p: CPU ms each\n');
  print('', 'CPU ms', '÷ ours');
  line(3);
  let base;
  for (const [name, contestant, run] of [
    ['hash gate, ours', ours, gated(ours.run)],
    ['hash gate, blazediff', blazediff, gated(blazediff.run)],
    ['hash gate, odiff server', odiff, gated(odiff.run)],
    ['odiff server', odiff, (file) => odiff.run(before, file)],
  ]) {
    const files = name === 'odiff server' ? mix.slice(0, 100) : mix;
    const all = async () => {
      for (const file of files) await run(file);
    };
    const { cpu } = await measure(all, { childOf: contestant.childOf, rounds: 3, roundTime: 1 });
    base ??= cpu / files.length;
    print(name, ms(cpu / files.length), (cpu / files.length / base).toFixed(1));
  }
}

/** Pairs a second on one and on two threads, and how long the caller's event loop was held up. */
async function scalePool(pairs) {
  const { before, after } = pairs.find(({ size, change }) => size.name === '1080p' && change === '5%');
  const [a, b] = [readFileSync(before), readFileSync(after)];
  console.log('\nPool, 1080p with 5% changed\n');
  print('threads', 'pairs a second', 'event loop delay, p99 ms');
  line(3);
  for (const workers of [1, 2]) {
    const pool = new Pool({ workers });
    const batch = () => Promise.all(Array.from({ length: 60 }, () => pool.compare(a, b)));
    await batch();
    const delays = [];
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      delays.push(Math.max(0, now - last - 5));
      last = now;
    }, 5);
    const times = [];
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      await batch();
      times.push(performance.now() - start);
    }
    clearInterval(timer);
    await pool.close();
    const p99 = delays.toSorted((x, y) => x - y)[Math.floor(delays.length * 0.99)];
    print(workers, (60_000 / median(times)).toFixed(0), ms(p99));
  }
}
