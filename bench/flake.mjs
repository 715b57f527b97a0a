/**
 * `npm run bench:flake`: captures every story of the examples, the hard ones included, again and again, in another order
 * each time, and counts the pictures that are not what the story mostly looks like. `fast` switches stories inside a
 * loaded page and takes every picture at its word, `fresh` opens a document for each; idle, and with all cores busy.
 * Options: `-- --rounds=50 --pages=3 --tool=storybook|ladle --only=<part of a name>`.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExample } from './capture/buildExample.mjs';
import { burnCores } from './capture/burnCores.mjs';
import { openBuild } from './capture/openBuild.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    pages: { type: 'string', default: '3' },
    tool: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const pages = Number(values.pages);
const tools = values.tool ? [values.tool] : ['storybook', 'ladle'];

/** What the server answers differently each time: nobody can hold that still. */
const unstableStories = ['Hard/Live'];
const answers = { '/live.txt': () => String(Math.random()) };

const hash = (png) => createHash('sha256').update(png).digest('hex').slice(0, 12);
const conditions = [false, true].flatMap((busy) =>
  ['fast', 'fresh'].map((way) => ({ way, busy, name: `${way}, ${busy ? 'all cores busy' : 'idle'}` })),
);

/** The pictures of all rounds, by story: `{hash, condition}`. */
async function captureRounds(build, targets, { way, busy, name: condition }) {
  const taken = new Map(targets.map(({ name }) => [name, []]));
  const rest = busy ? burnCores() : () => {};
  const fleet = build.newFleet(pages);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const order = shuffle(targets);
      await fleet.capture(order, {
        project: 'bench',
        signal: new AbortController().signal,
        expectation: () => (way === 'fast' ? async () => true : null),
        onOutcome: async (index, outcome) => {
          const picture = outcome.ok ? hash(outcome.png) : `failed: ${outcome.message}`;
          taken.get(order[index].name).push({ picture, condition });
        },
      });
    }
  } finally {
    await fleet.close();
    rest();
  }
  return taken;
}

function shuffle(list) {
  const shuffled = [...list];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
  }
  return shuffled;
}

function mostCommon(pictures) {
  const counts = new Map();
  for (const picture of pictures) counts.set(picture, (counts.get(picture) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Names of the stories that the fleet itself calls unstable when it compares with a baseline. */
async function findUnstable(build, targets, baseline) {
  const found = [];
  const fleet = build.newFleet(pages);
  await fleet.capture(targets, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: (index) => async (png) => hash(png) === baseline.get(targets[index].name),
    onOutcome: async (index, outcome) => {
      if (outcome.ok && outcome.unstable) found.push(targets[index].name);
    },
  });
  await fleet.close();
  return found;
}

const work = mkdtempSync(join(tmpdir(), 'svc-flake-'));
let differing = 0;
for (const tool of tools) {
  const folder = join(work, tool);
  buildExample(tool, 'hard', folder);
  const build = await openBuild(tool, folder, answers);
  const targets = build.targets.filter(({ name }) => name.includes(values.only));
  const stable = targets.filter(({ name }) => !unstableStories.includes(name));
  const taken = new Map(stable.map(({ name }) => [name, []]));
  for (const condition of conditions) {
    const more = await captureRounds(build, stable, condition);
    for (const [name, pictures] of more) taken.get(name).push(...pictures);
  }
  const baseline = new Map(
    [...taken].map(([name, all]) => [name, mostCommon(all.map(({ picture }) => picture))]),
  );

  console.log(`\n${tool}: ${stable.length} stories × ${rounds} rounds, ${pages} pages\n`);
  console.log('| | captures | differ | stories |');
  console.log('| --- | --- | --- | --- |');
  for (const { name: condition } of conditions) {
    let captures = 0;
    const differ = new Map();
    for (const [name, all] of taken) {
      for (const { picture } of all.filter((one) => one.condition === condition)) {
        captures += 1;
        if (picture !== baseline.get(name)) differ.set(name, (differ.get(name) ?? 0) + 1);
      }
    }
    const count = [...differ.values()].reduce((sum, one) => sum + one, 0);
    differing += count;
    const named = [...differ].map(([name, times]) => `${name} ${times}×`).join(', ');
    console.log(`| ${condition} | ${captures} | ${count} | ${named} |`);
  }
  const failed = [...baseline].filter(([, picture]) => picture.startsWith('failed'));
  for (const [name, reason] of failed) console.log(`${name} ${reason}`);
  console.log(`\nnamed unstable: ${(await findUnstable(build, targets, baseline)).join(', ') || 'none'}`);
  build.close();
}
rmSync(work, { recursive: true });
process.exitCode = differing === 0 ? 0 : 1;
