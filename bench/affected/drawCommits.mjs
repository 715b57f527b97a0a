import { execFileSync } from 'node:child_process';
import { cannotMatter } from '../../packages/cli/dist/affected/cannotMatter.js';
import { seededRandom } from './seededRandom.mjs';

const ofPackages = /(?:^|\/)(?:package|package-lock|npm-shrinkwrap)\.json$/;
const versionLine = /^[-+]\s*"version": "[^"]*",?$/;

/** @returns the output of git, without the last line break */
export const gitIn =
  (folder) =>
  (...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 }).trimEnd();

/** Whether a commit changes more than documentation, tests, settings of linters and its own version. */
function canMatter(git, commit) {
  const names = git('diff', '--name-only', '-z', `${commit}^1`, commit, '--').split('\0').filter(Boolean);
  return names.some((name) => {
    if (cannotMatter(name)) return false;
    if (!ofPackages.test(name)) return true;
    const lines = git('diff', '--unified=0', `${commit}^1`, commit, '--', name).split('\n');
    return lines.some((line) => /^[-+](?![-+]{2} )/.test(line) && !versionLine.test(line));
  });
}

/**
 * All of the newest commits of a repository that may change how a story looks, in an order that the seed gives.
 * @param newest how many commits are looked at, of the first parents of HEAD
 */
export function drawCommits(repository, newest, seed) {
  const git = gitIn(repository);
  const commits = git('log', '--first-parent', `--max-count=${newest}`, '--format=%H %P', 'HEAD')
    .split('\n')
    .map((line) => line.split(' '))
    // The first commit of all has no parent.
    .filter(([, parent]) => parent !== undefined)
    .map(([commit]) => commit)
    .filter((commit) => canMatter(git, commit));
  const random = seededRandom(seed);
  for (let last = commits.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [commits[last], commits[other]] = [commits[other], commits[last]];
  }
  return commits;
}
