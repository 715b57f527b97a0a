/**
 * `npm run bench:flake`: captures every story of the examples and of the book of hard stories again and again, in another order
 * each time, and counts the images that are not what the story mostly looks like. `fast` switches stories inside a
 * loaded page and takes every image at its word, `fresh` opens a document for each; idle, and with all cores busy.
 * Says at the end whether any image differed that was not marked unstable, and where those are that did; ends with 1 then, or when
 * a story failed. Options: `-- --rounds=50 --pages=3 --load=idle|busy --way=fast|fresh --tool=storybook|ladle|book
 * --only=<parts of names, with commas>`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExample } from './capture/buildExample.mjs';
import { burnCores } from './capture/burnCores.mjs';
import { createAlbum } from './capture/createAlbum.mjs';
import { layBook } from './capture/layBook.mjs';
import { openBuild } from './capture/openBuild.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    pages: { type: 'string', default: '3' },
    load: { type: 'string' },
    way: { type: 'string' },
    tool: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const pages = Number(values.pages);
const parts = values.only.split(',');
const chosen = (all, one) => (one ? all.filter((name) => name === one) : all);
const tools = chosen(['storybook', 'ladle', 'book'], values.tool);
const conditions = chosen(['idle', 'busy'], values.load).flatMap((load) =>
  chosen(['fast', 'fresh'], values.way).map((way) => ({
    way,
    load,
    name: `${way}, ${load === 'busy' ? 'all cores busy' : 'idle'}`,
  })),
);
if (!(rounds > 0 && pages > 0 && tools.length > 0 && conditions.length > 0)) {
  throw new Error('an option has a value that is not one of those at the head of bench/flake.mjs');
}

/** What nobody can hold still: answers of the server, other threads, what the browser itself moves. */
const unstableStories = [
  'Hard/Live',
  'canvas/painter in a worker',
  'canvas/slow webgl',
  'media/marquee that slides',
  'media/marquee to and fro',
  'media/marquee to the left',
  'media/marquee upwards',
  'svg/styled in a background',
  'svg/styled in an image',
  'timers/ticks in a worker',
  'transitions/of the view again and again',
];
const answers = { '/live.txt': () => String(Math.random()) };

const folder = mkdtempSync(join(tmpdir(), 'svc-flake-'));

/** Captures all targets in each round, and puts the images into the album. */
async function captureRounds(build, targets, album, { way, load, name: condition }) {
  const rest = load === 'busy' ? burnCores() : () => {};
  const fleet = build.newFleet(pages);
  const began = performance.now();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const order = shuffle(targets);
      await fleet.capture(order, {
        project: 'bench',
        signal: new AbortController().signal,
        expectation: () => (way === 'fast' ? async () => true : null),
        onOutcome: async (index, outcome) => album.add(order[index].name, condition, outcome),
      });
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.log(`${condition}: round ${round} of ${rounds}, ${seconds} s; ${album.summary()}`);
    }
  } finally {
    await fleet.close();
    rest();
  }
}

function shuffle(list) {
  const shuffled = [...list];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
  }
  return shuffled;
}

/** Names of the stories that the fleet itself calls unstable when it compares with what they mostly look like. */
async function findUnstable(build, targets, album) {
  const found = [];
  const fleet = build.newFleet(pages);
  await fleet.capture(targets, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: (index) => async (png) => album.isUsual(targets[index].name, png),
    onOutcome: async (index, outcome) => {
      if (outcome.ok && outcome.unstable) found.push(targets[index].name);
    },
  });
  await fleet.close();
  return found;
}

const sum = (list, field) => list.reduce((total, one) => total + one[field], 0);

const verdicts = [];
const examinations = [];
for (const tool of tools) {
  const site = join(folder, tool);
  if (tool === 'book') layBook(site);
  else buildExample(tool, 'hard', site);
  const build = await openBuild(tool === 'book' ? 'storybook' : tool, site, answers);
  const targets = build.targets.filter(({ name }) => parts.some((part) => name.includes(part)));
  const stable = targets.filter(({ name }) => !unstableStories.includes(name));
  const album = createAlbum(join(folder, `${tool}-images`));
  console.log(`${tool}: ${stable.length} stories × ${rounds} rounds, ${pages} pages`);
  for (const condition of conditions) await captureRounds(build, stable, album, condition);

  console.log(`\n| ${tool} | captures | differ | failed | marked unstable | stories |`);
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { name: condition } of conditions) {
    const { captures, differing, failing, marked } = album.count(condition);
    const list = (stories) => stories.map(({ name, times }) => `${name} ${times}×`).join(', ');
    const named = [list([...differing, ...failing]), list(marked)].filter(Boolean).join('; marked: ');
    const [differ, failed, unstable] = [differing, failing, marked].map((stories) => sum(stories, 'times'));
    console.log(`| ${condition} | ${captures} | ${differ} | ${failed} | ${unstable} | ${named} |`);
    verdicts.push({ captures, differ, failed, unstable });
  }
  const examined = await album.examine();
  examinations.push(examined);
  console.log(`\nnamed unstable: ${(await findUnstable(build, targets, album)).join(', ') || 'none'}\n`);
  await build.close();
  rmSync(site, { recursive: true });
}

const alarms = sum(examinations, 'alarms');
console.log(
  `perceptual: ${alarms} false alarms among ${sum(examinations, 'pairs')} images that differ in any byte, of which ` +
    `${sum(examinations, 'unequal')} differ in counted pixels`,
);
const captures = sum(verdicts, 'captures');
const differ = sum(verdicts, 'differ');
const failed = sum(verdicts, 'failed');
const unstable = sum(verdicts, 'unstable');
if (differ + failed === 0) {
  console.log(`PASSED: none of ${captures} captures differs, except for ${unstable} marked unstable`);
  rmSync(folder, { recursive: true });
} else {
  console.log(`FAILED: of ${captures} captures ${differ} differ and ${failed} failed; images: ${folder}`);
  process.exitCode = 1;
}
