import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../testing/readEnvironment.js';
import { sessionFromEnvironment } from './sessionFromEnvironment.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-environments-'));
const origin = join(folder, 'origin');
afterAll(() => rmSync(folder, { recursive: true }));

function git(cwd: string, author: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: author,
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: author,
    },
  }).trim();
}

const commits: Record<string, string> = {};

// main:   base ──── main ────────── merge (of CI), jenkins (the same the other way round)
//           └─ head (of the pull request) ──┘ └─ top (a commit of the job itself)
beforeAll(() => {
  mkdirSync(origin);
  const run = (...args: string[]) => git(origin, 'a@example.com', ...args);
  const commit = (name: string) => {
    run('commit', '--quiet', '--allow-empty', '--message', name);
    commits[name] = run('rev-parse', 'HEAD');
  };
  run('init', '--quiet', '--initial-branch=main');
  run('config', 'uploadpack.allowAnySHA1InWant', 'true');
  commit('base');
  run('switch', '--quiet', '--create', 'feature');
  commit('head');
  commit('top');
  run('switch', '--quiet', 'main');
  commit('main');
  const merge = (into: string, what: string, author: string) => {
    run('switch', '--quiet', '--detach', into);
    git(origin, author, 'merge', '--quiet', '--no-ff', '--no-edit', what);
    return run('rev-parse', 'HEAD');
  };
  commits.merge = merge(id('main'), id('head'), 'a@example.com');
  commits.jenkins = merge(id('head'), id('main'), 'nobody@nowhere');
});

const id = (name: string) => commits[name] ?? expect.fail(`there is no commit ${name}`);

/** What CI leaves on the machine: as little of the history as it can, or all of it. */
function checkOut(name: string, { depth }: { depth?: number } = {}): string {
  const cwd = mkdtempSync(join(folder, 'checkout-'));
  const run = (...args: string[]) => git(cwd, 'a@example.com', ...args);
  run('init', '--quiet');
  run('fetch', '--quiet', ...(depth ? [`--depth=${depth}`] : []), `file://${origin}`, id(name));
  run('checkout', '--quiet', '--force', 'FETCH_HEAD');
  return cwd;
}

const nothing = () => mkdtempSync(join(folder, 'nothing-'));
const environment = (name: string) => readEnvironment(name, commits, folder);

interface Expected {
  branch: string;
  commit: string;
  checkout?: string;
  baselineRef?: string;
  shard?: string;
  job?: string;
  runKey?: string;
}

const github = { job: 'visual', runKey: 'github:9876543210' };
const gitlab = { job: 'visual', runKey: 'gitlab:700' };
const circle = { job: 'visual', runKey: 'circleci:first' };
const buildkite = { job: ':camera: visual', runKey: 'buildkite:4735ba57' };
const azure = { job: 'Visual tests', runKey: 'azure:310' };
const bitbucket = { runKey: 'bitbucket:{0b7f}' };
const jenkinsBranch = { job: 'web/feature / Visual', runKey: 'jenkins:jenkins-web-feature-41' };
const jenkins = { job: 'web/PR-7 / Visual', runKey: 'jenkins:jenkins-web-PR-7-2' };
const merged = { commit: 'head', checkout: 'merge', baselineRef: 'main' };

/** Environment, what it checks out, what is detected there. */
const cases: [name: string, head: string, expected: Expected][] = [
  ['github-push', 'main', { branch: 'main', commit: 'main', ...github }],
  ['github-pull-request', 'merge', { branch: 'feature', ...merged, ...github }],
  ['github-pull-request', 'head', { branch: 'feature', commit: 'head', baselineRef: 'main', ...github }],
  [
    'github-pull-request',
    'top',
    { branch: 'feature', commit: 'head', checkout: 'top', baselineRef: 'main', ...github },
  ],
  ['github-fork', 'merge', { branch: 'alice:main', ...merged, ...github }],
  ['github-deleted-fork', 'merge', { branch: 'alice:patch-1', ...merged, ...github }],
  ['github-review', 'merge', { branch: 'feature', ...merged, ...github }],
  [
    'github-pull-request-target',
    'head',
    { branch: 'alice:patch-1', commit: 'head', baselineRef: 'main', ...github },
  ],
  ['github-pull-request-target', 'merge', { branch: 'alice:patch-1', ...merged, ...github }],
  ['github-workflow-run', 'head', { branch: 'alice:patch-1', commit: 'head', ...github }],
  [
    'github-workflow-run-same-repository',
    'head',
    { branch: 'feature', commit: 'head', baselineRef: 'main', ...github },
  ],
  ['github-workflow-run-deleted-fork', 'head', { branch: 'fork:main', commit: 'head', ...github }],
  ['github-workflow-run-main', 'base', { branch: 'main', commit: 'base', ...github }],
  ['github-workflow-run-main', 'main', { branch: 'main', commit: 'main', ...github }],
  [
    'github-merge-group',
    'merge',
    { branch: 'gh-readonly-queue/main/pr-7-@main@', commit: 'merge', baselineRef: 'main', ...github },
  ],
  ['github-issue-comment', 'main', { branch: 'main', commit: 'main', ...github }],
  ['github-schedule', 'main', { branch: 'main', commit: 'main', ...github }],
  ['gitlab-branch', 'main', { branch: 'main', commit: 'main', ...gitlab }],
  ['gitlab-merge-request', 'head', { branch: 'feature', commit: 'head', baselineRef: 'main', ...gitlab }],
  ['gitlab-merged-result', 'merge', { branch: 'feature', ...merged, ...gitlab }],
  ['gitlab-fork', 'head', { branch: 'people/alice:main', commit: 'head', baselineRef: 'main', ...gitlab }],
  [
    'gitlab-fork-in-fork',
    'head',
    { branch: 'people/alice:main', commit: 'head', baselineRef: 'main', ...gitlab },
  ],
  ['gitlab-merge-train', 'merge', { branch: 'feature', ...merged, baselineRef: 'release', ...gitlab }],
  ['gitlab-parallel', 'main', { branch: 'main', commit: 'main', shard: '2/3', ...gitlab }],
  ['gitlab-matrix', 'main', { branch: 'main', commit: 'main', ...gitlab, job: 'visual: [firefox]' }],
  ['circleci-branch', 'head', { branch: 'feature', commit: 'head', ...circle }],
  ['circleci-parallel', 'head', { branch: 'feature', commit: 'head', shard: '4/4', ...circle }],
  ['circleci-fork', 'head', { branch: 'alice:pull/7', commit: 'head', ...circle }],
  ['buildkite-branch', 'head', { branch: 'feature', commit: 'head', ...buildkite }],
  ['buildkite-pull-request', 'merge', { branch: 'feature', ...merged, ...buildkite, job: 'visual' }],
  ['buildkite-fork', 'head', { branch: 'alice:main', commit: 'head', baselineRef: 'main', ...buildkite }],
  ['buildkite-parallel', 'head', { branch: 'feature', commit: 'head', shard: '2/5', ...buildkite }],
  [
    'buildkite-merge-queue',
    'merge',
    {
      branch: 'gh-readonly-queue/release/1/pr-7-@main@',
      commit: 'merge',
      baselineRef: 'release/1',
      ...buildkite,
    },
  ],
  ['azure-branch', 'main', { branch: 'main', commit: 'main', ...azure }],
  ['azure-pull-request', 'merge', { branch: 'feature', ...merged, ...azure }],
  ['azure-fork', 'merge', { branch: 'alice:main', ...merged, ...azure }],
  ['azure-repos-fork', 'merge', { branch: 'web-alice:main', ...merged, ...azure }],
  ['azure-parallel', 'main', { branch: 'main', commit: 'main', shard: '2/3', ...azure, job: 'visual' }],
  ['azure-matrix', 'main', { branch: 'main', commit: 'main', ...azure, job: 'Visual tests firefox' }],
  ['jenkins-branch', 'head', { branch: 'feature', commit: 'head', ...jenkinsBranch }],
  ['jenkins-pull-request', 'jenkins', { branch: 'feature', ...merged, checkout: 'jenkins', ...jenkins }],
  [
    'jenkins-pull-request-scripted',
    'jenkins',
    { branch: 'feature', ...merged, checkout: 'jenkins', ...jenkins },
  ],
  [
    'jenkins-pull-request-head',
    'head',
    { branch: 'feature', commit: 'head', baselineRef: 'main', ...jenkins },
  ],
  ['jenkins-fork', 'jenkins', { branch: 'alice:main', ...merged, checkout: 'jenkins', ...jenkins }],
  ['bitbucket-branch', 'head', { branch: 'feature', commit: 'head', ...bitbucket }],
  ['bitbucket-pull-request', 'merge', { branch: 'feature', ...merged, ...bitbucket }],
  ['bitbucket-parallel', 'head', { branch: 'feature', commit: 'head', shard: '2/3', ...bitbucket }],
  [
    'semaphore-fork',
    'merge',
    { branch: 'alice:main', ...merged, shard: '4/4', job: 'Visual', runKey: 'semaphore:03d9de4c' },
  ],
  ['travis-fork', 'merge', { branch: 'alice:patch-1', ...merged, job: 'visual', runKey: 'travis:311' }],
  [
    'appveyor-fork',
    'merge',
    { branch: 'alice:main', ...merged, job: 'Environment: visual', runKey: 'appveyor:9001' },
  ],
  [
    'drone-pull-request',
    'merge',
    { branch: 'feature', ...merged, job: 'visual', runKey: 'drone:acme/web/42' },
  ],
  [
    'woodpecker-pull-request',
    'head',
    {
      branch: 'feature',
      commit: 'head',
      baselineRef: 'main',
      job: 'visual',
      runKey: 'woodpecker:acme/web/8',
    },
  ],
  ['heroku', 'head', { branch: 'feature', commit: 'head', shard: '1/2', runKey: 'heroku:64fe' }],
];

const withIds = ({ branch, commit, checkout, ...rest }: Expected) => ({
  baselineRef: undefined,
  shard: undefined,
  job: undefined,
  runKey: undefined,
  ...rest,
  branch: branch.replace('@main@', id('main')),
  commit: id(commit),
  checkout: checkout && id(checkout),
});

describe.each([
  ['with its whole history', undefined],
  ['alone', 1],
])('a commit that is checked out %s', (_how, depth) => {
  test.each(cases)('in %s, which checks out %s', async (name, head, expected) => {
    // Jenkins fetches everything where it merges.
    const cwd = checkOut(head, head === 'jenkins' || !depth ? {} : { depth: head === 'top' ? 2 : depth });
    expect(await sessionFromEnvironment(environment(name), { cwd })).toMatchObject(withIds(expected));
  });
});

test('every environment is looked at', () => {
  const files = readdirSync(new URL('../../testing/environments', import.meta.url));
  const names = files.filter((file) => file.endsWith('.env')).map((file) => file.replace('.env', ''));
  expect(names.filter((name) => !cases.some(([known]) => known === name))).toEqual([]);
});

describe('without a checkout', () => {
  test.each([
    ['github-push', 'main', 'main', undefined],
    ['github-pull-request', 'feature', 'head', 'merge'],
    ['github-fork', 'alice:main', 'head', 'merge'],
    ['github-pull-request-target', 'alice:patch-1', 'head', undefined],
    ['github-workflow-run-main', 'main', 'base', undefined],
    ['github-schedule', 'main', 'main', undefined],
    ['gitlab-merged-result', 'feature', 'head', 'merge'],
    ['azure-fork', 'alice:main', 'head', 'merge'],
  ])('%s is believed', async (name, branch, commit, checkout) => {
    const found = await sessionFromEnvironment(environment(name), { cwd: nothing() });
    expect(found).toMatchObject({ branch, commit: id(commit), checkout: checkout && id(checkout) });
  });

  test.each(['github-workflow-run', 'github-workflow-run-same-repository', 'github-issue-comment'])(
    '%s may be about anything',
    async (name) => {
      await expect(sessionFromEnvironment(environment(name), { cwd: nothing() })).rejects.toMatchObject({
        code: 'CHECKOUT_MISMATCH',
        message: expect.stringMatching(
          /nothing is checked out here.*--branch.*--commit.*SVC_BRANCH.*SVC_COMMIT/,
        ),
      });
    },
  );
});

describe('another commit than the one that CI names', () => {
  test.each([
    ['github-push', 'head'],
    ['github-push', 'base'],
    ['github-pull-request', 'main'],
    // Nothing of the pull request would be tested.
    ['github-pull-request-target', 'main'],
    ['github-workflow-run', 'main'],
    ['github-workflow-run-main', 'head'],
    ['github-issue-comment', 'head'],
    // It is built on the default branch, as pull requests are, but it is not the default branch.
    ['github-issue-comment', 'merge'],
    ['github-schedule', 'merge'],
    ['gitlab-branch', 'head'],
    ['circleci-branch', 'main'],
    ['azure-pull-request', 'main'],
  ])('%s refuses %s', async (name, head) => {
    for (const options of [{}, { depth: 1 }]) {
      const cwd = checkOut(head, options);
      const env = environment(name);
      await expect(sessionFromEnvironment(env, { cwd })).rejects.toMatchObject({
        code: 'CHECKOUT_MISMATCH',
        message: expect.stringMatching(
          new RegExp(`${id(head).slice(0, 12)} is checked out.*--branch.*--commit`),
        ),
      });
      const given = { ...env, SVC_BRANCH: 'mine', SVC_COMMIT: id(head) };
      expect(await sessionFromEnvironment(given, { cwd })).toMatchObject({
        branch: 'mine',
        commit: id(head),
        checkout: undefined,
      });
    }
  });

  test('does not matter where the name is not a full id', async () => {
    const env = { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: '1a2b3c4' };
    expect(await sessionFromEnvironment(env, { cwd: checkOut('head') })).toMatchObject({
      branch: 'main',
      commit: '1a2b3c4',
      checkout: undefined,
    });
  });
});
