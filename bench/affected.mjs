/**
 * `npm run bench:affected -- <repository>[#<folder of the Storybook>] …`: how many of all story captures `--only-changed`
 * leaves over the last commits of a repository, each compared with the one before. Nothing is built: the imports are
 * parsed, and written as the stats file that the command reads. What is chosen is what the command chooses.
 * Options: `--commits=80 --verbose`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { explodeStories } from '../packages/cli/dist/stories/explodeStories.js';
import { chooseSince } from './affected/chooseSince.mjs';
import { writeBuild } from './affected/writeBuild.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commits: { type: 'string', default: '80' }, verbose: { type: 'boolean', default: false } },
});
const count = Number(values.commits);
if (positionals.length === 0 || !(count > 0)) {
  throw new Error('usage: npm run bench:affected -- <repository>[#<folder>] … [--commits=80] [--verbose]');
}
const target = 60;
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-bench-affected-')));
try {
  console.log('| repository | commits | story captures | chosen | of all | target |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [index, given] of positionals.entries()) {
    const [repository, folder = '.'] = given.split('#');
    const { steps, all, chosen, reasons } = await measure(repository, folder, join(place, String(index)));
    const name =
      basename(repository.replace(/\/(?:\.git|repo)\b/g, '')) + (folder === '.' ? '' : `, ${folder}`);
    console.log(
      `| ${name} | ${steps} | ${all} | ${chosen} | ${percent(chosen, all)} | at most ${target} % |`,
    );
    if (values.verbose) for (const [reason, times] of reasons) console.log(`${times} × ${reason}`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function measure(repository, folder, work) {
  const root = join(work, 'repository');
  const directory = join(work, 'build');
  mkdirSync(work);
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, root]);
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).trimEnd();
  const excluded = join(root, '.git/info/exclude');
  const commits = git('rev-list', '--first-parent', `--max-count=${count + 1}`, 'HEAD')
    .split('\n')
    .reverse();
  const totals = { steps: 0, all: 0, chosen: 0, reasons: new Map() };
  let base = null;
  for (const commit of commits) {
    git('clean', '--quiet', '--force', '-d', '-x', '--exclude=node_modules');
    writeFileSync(excluded, 'node_modules\n');
    git('checkout', '--quiet', '--force', '--detach', commit);
    const files = git('ls-files', '-z').split('\0');
    installNames(root, files);
    const project = join(root, folder);
    const targets = explodeStories(writeBuild(directory, root, project, files), 'stories-a');
    const names = targets.map(({ target: { name } }) => name);
    if (base && targets.length > 0) {
      const { choice } = await chooseSince(base, { project, directory }, targets);
      totals.steps += 1;
      totals.all += targets.length;
      totals.chosen += choice.targets.length;
      if (choice.isAll) {
        const reason = choice.words.split('\n').at(-1);
        totals.reasons.set(
          `${reason} ${values.verbose ? git('log', '-1', '--format=%h %s') : ''}`,
          targets.length,
        );
      } else if (values.verbose)
        console.log(`${choice.targets.length}/${targets.length} ${git('log', '-1', '--format=%h %s')}`);
    }
    base = { commit, names };
  }
  return totals;
}

/** What a style sheet names of a package is looked for in `node_modules`. */
function installNames(root, files) {
  for (const file of files.filter((name) => /(?:^|\/)package\.json$/.test(name))) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      mkdirSync(join(root, 'node_modules', name), { recursive: true });
  }
}
