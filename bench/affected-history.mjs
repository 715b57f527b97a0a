/**
 * `npm run bench:affected-history -- <repository>[#<folder of the Storybook>]`: draws commits of a public library, builds its
 * Storybook at each and at the parent, captures every story of both, and checks that `--only-changed` would have captured
 * each story that looks different. Prints the seed, and ends with 1 where one was left out. The library's own code runs here.
 * Options: `--commits=6 --of=80 --seed=<number>`, `--work=<folder>` keeps clones, builds and images for another run,
 * `--install=<command>` installs the dependencies beside the lock file, `--prepare=<command>` runs before each build.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from '../packages/image-diff/dist/index.js';
import { buildBook } from './affected/buildBook.mjs';
import { captureBook } from './affected/captureBook.mjs';
import { chooseSince } from './affected/chooseSince.mjs';
import { drawCommits, gitIn } from './affected/drawCommits.mjs';
import { keepCapture } from './affected/keepCapture.mjs';
import { openTree } from './affected/openTree.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    commits: { type: 'string', default: '6' },
    of: { type: 'string', default: '80' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    work: { type: 'string' },
    install: { type: 'string', default: '' },
    prepare: { type: 'string', default: '' },
  },
});
const isNumber = (text) => /^\d+$/.test(text);
const [given, ...more] = positionals;
if (given === undefined || more.length > 0 || ![values.commits, values.of, values.seed].every(isNumber)) {
  throw new Error(
    'usage: npm run bench:affected-history -- <repository>[#<folder>] [--commits=6] [--of=80] [--seed=<number>] [--work=<folder>] [--install=<command>] [--prepare=<command>]',
  );
}
const [path, folder = '.'] = given.split('#');
const repository = realpathSync(path);
if (values.work) mkdirSync(values.work, { recursive: true });
const work = realpathSync(values.work ? resolve(values.work) : mkdtempSync(join(tmpdir(), 'svc-history-')));
const git = gitIn(repository);
const short = (commit) => commit.slice(0, 9);

/** The images of a commit; null when there are none. */
async function captureCommit(commit) {
  const log = join(work, 'logs', `${commit}.log`);
  const directory = join(work, 'builds', commit);
  const { install, prepare } = values;
  const tree = openTree({ work, repository, folder, install, prepare, log }, commit);
  if (!tree || !buildBook(join(tree, folder), directory, log)) {
    console.log(`${short(commit)} cannot be built here: ${log}`);
    return null;
  }
  const captured = await keepCapture(join(work, 'captures', commit), () => captureBook(directory)).catch(
    (error) => {
      console.log(`${short(commit)} cannot be captured: ${error.message}`);
      return null;
    },
  );
  return captured && { ...captured, project: join(tree, folder), directory };
}

/** Whether the service would show a change. */
async function looksDifferent(before, after) {
  if (!before.png || !after.png) return before.png !== after.png;
  return !before.png.equals(after.png) && !(await compare(before.png, after.png)).equal;
}

/** Of stories that look different, those that look the same whenever they are captured again. */
async function confirm(names, base, head) {
  if (names.length === 0) return [];
  const only = new Set(names);
  const [before, after] = [await captureBook(base.directory, only), await captureBook(head.directory, only)];
  const confirmed = [];
  for (const name of names) {
    const isStable =
      !(await looksDifferent(base.shots.get(name), before.shots.get(name))) &&
      !(await looksDifferent(head.shots.get(name), after.shots.get(name)));
    if (isStable) confirmed.push(name);
  }
  return confirmed;
}

async function check(commit) {
  const parent = git('rev-parse', `${commit}^1`);
  const base = await captureCommit(parent);
  const head = base && (await captureCommit(commit));
  if (!head) return null;
  const names = [...base.shots.keys()];
  const failed = names.filter((name) => base.shots.get(name).failure !== null);
  const known = { commit: parent, names: names.filter((name) => !failed.includes(name)), failed };
  const { choice, affected } = await chooseSince(known, head, head.targets);
  const row = { commit, stories: head.shots.size, chosen: affected.size, changed: 0, unstable: 0, failed: 0 };
  const suspects = [];
  for (const [name, after] of head.shots) {
    const before = base.shots.get(name);
    if (after.failure !== null) row.failed += 1;
    if (after.isUnstable || before?.isUnstable) row.unstable += 1;
    else if (!before || (await looksDifferent(before, after))) {
      row.changed += 1;
      if (!affected.has(name)) suspects.push(name);
    }
  }
  const missed = await confirm(suspects, base, head);
  const flaky = suspects.length - missed.length;
  return {
    ...row,
    ...{ changed: row.changed - flaky, unstable: row.unstable + flaky, missed, words: choice.words },
  };
}

const rows = [];
try {
  const commits = drawCommits(repository, Number(values.of), Number(values.seed));
  console.log(`seed ${values.seed}; ${commits.length} of the last ${values.of} commits can matter`);
  for (const commit of commits) {
    if (rows.length === Number(values.commits)) break;
    console.log(`\n${git('log', '-1', '--format=%h %s', commit)}`);
    const row = await check(commit);
    if (row === null) continue;
    rows.push(row);
    console.log(row.words);
    console.log(`${row.stories} stories: ${row.chosen} chosen, ${row.changed} changed`);
    for (const name of row.missed) console.log(`  LEFT OUT: ${name}`);
  }
} finally {
  if (!values.work) rmSync(work, { recursive: true, force: true });
}
console.log('\n| commit | stories | chosen | changed | missed | unstable | failed |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const { commit, stories, chosen, changed, missed, unstable, failed } of rows) {
  const cells = [short(commit), stories, chosen, changed, missed.length, unstable, failed];
  console.log(`| ${cells.join(' | ')} |`);
}
const misses = rows.reduce((sum, { missed }) => sum + missed.length, 0);
const isShort = rows.length < Number(values.commits);
if (isShort) console.log(`FAILED: only ${rows.length} of ${values.commits} commits could be checked`);
else if (misses > 0) console.log(`FAILED: ${misses} changed stories were left out`);
else console.log('PASSED: no changed story was left out');
process.exitCode = isShort || misses > 0 ? 1 : 0;
