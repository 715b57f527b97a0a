import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { detectBaselineRef, detectBranch, detectCheckout, detectCommit } from './detect.js';
import { collectHistory } from './git/collectHistory.js';
import { getGitMergeBase } from './git/getGitMergeBase.js';

const root = mkdtempSync(join(tmpdir(), 'svc-git-'));
const upstream = join(root, 'upstream');
const nowhere = join(root, 'nowhere');
let clock = 0;

function git(cwd: string, ...args: string[]): string {
  clock += 60;
  const date = `${1_700_000_000 + clock} +0000`;
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  }).trim();
}

function commit(cwd: string, message: string): string {
  git(cwd, 'commit', '--allow-empty', '-m', message);
  return git(cwd, 'rev-parse', 'HEAD');
}

/** A copy of upstream at `branch`. */
function clone(name: string, ...args: string[]): string {
  git(root, 'clone', ...args, `file://${upstream}`, name);
  return join(root, name);
}

const commits: Record<string, string> = {};

// main: one ── two ──── merge
//          └─ three ──┘ (feature)
beforeAll(() => {
  git(root, 'init', '-b', 'main', 'upstream');
  git(root, 'init', '-b', 'unborn', 'empty');
  execFileSync('mkdir', [nowhere]);
  commits.one = commit(upstream, 'one');
  git(upstream, 'checkout', '-b', 'feature/x');
  commits.three = commit(upstream, 'three');
  git(upstream, 'checkout', 'main');
  commits.two = commit(upstream, 'two');
  git(upstream, 'checkout', '-b', 'merged');
  git(upstream, 'merge', '--no-ff', '-m', 'merge', 'feature/x');
  commits.merge = git(upstream, 'rev-parse', 'HEAD');
  git(upstream, 'checkout', 'main');
});
afterAll(() => rmSync(root, { recursive: true }));

const none = {};

describe('from git', () => {
  test('branch and commit of a checkout', async () => {
    const cwd = clone('plain', '-b', 'feature/x');
    expect(await detectBranch(undefined, { env: none, cwd })).toBe('feature/x');
    expect(await detectCommit(undefined, { env: none, cwd })).toBe(commits.three);
  });

  test('a detached HEAD has a commit, and no branch', async () => {
    const cwd = clone('detached');
    git(cwd, 'checkout', '--detach');
    await expect(detectBranch(undefined, { env: none, cwd })).rejects.toMatchObject({
      code: 'BRANCH_NOT_DETECTED',
      message: expect.stringMatching(/HEAD is detached: pass --branch/),
    });
    expect(await detectBranch('given', { env: none, cwd })).toBe('given');
    expect(await detectCommit(undefined, { env: none, cwd })).toBe(commits.two);
  });

  test('a tag of the same name does not change that of the branch', async () => {
    const cwd = clone('tagged', '-b', 'feature/x');
    git(cwd, 'tag', 'feature/x');
    expect(await detectBranch(undefined, { env: none, cwd })).toBe('feature/x');
  });

  test('before the first commit there is a branch, and no commit', async () => {
    const cwd = join(root, 'empty');
    expect(await detectBranch(undefined, { env: none, cwd })).toBe('unborn');
    await expect(detectCommit(undefined, { env: none, cwd })).rejects.toMatchObject({
      code: 'COMMIT_NOT_DETECTED',
      message: expect.stringMatching(/has no commits yet: commit your work first, or pass --commit/),
    });
  });

  test('a variable or a flag that is blank is not set', async () => {
    const cwd = clone('blank', '-b', 'feature/x');
    const env = { SVC_BRANCH: ' ', SVC_COMMIT: '\t', SVC_CHECKOUT: ' ', SVC_BASELINE_REF: ' ' };
    expect(await detectBranch(' ', { env, cwd })).toBe('feature/x');
    expect(await detectCommit('', { env, cwd })).toBe(commits.three);
    expect(await detectCheckout(await detectCommit(undefined, { env, cwd }), { env, cwd })).toBeUndefined();
    expect(detectBaselineRef({ env })).toBeNull();
    expect(await detectBranch(undefined, { env: { SVC_BRANCH: ' main\n' }, cwd })).toBe('main');
  });

  test('outside a repository both say which flag to use', async () => {
    const context = { env: none, cwd: nowhere };
    await expect(detectBranch(undefined, context)).rejects.toThrow(
      /not a git repository.*--branch.*SVC_BRANCH/,
    );
    await expect(detectCommit(undefined, context)).rejects.toThrow(
      /not a git repository.*--commit.*SVC_COMMIT/,
    );
    expect(await collectHistory(nowhere)).toEqual([]);
    expect(await getGitMergeBase('main', nowhere)).toBeNull();
  });

  test('where git reads nothing, both say why', async () => {
    const broken = join(root, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, '.git'), `gitdir: ${root}/gone/.git/worktrees/broken\n`);
    const cwd = clone('owned');
    const obstacles: [context: object, reason: RegExp, stubs: Record<string, string>][] = [
      [{ cwd: broken }, /git says "not a git repository: .*worktrees\/broken"/, {}],
      [{ cwd }, /another user owns this clone.*safe\.directory/, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }],
      [{ cwd }, /git is not installed: install git, or/, { PATH: root }],
    ];
    for (const [context, reason, stubs] of obstacles) {
      for (const name in stubs) vi.stubEnv(name, stubs[name]);
      await expect(detectBranch(undefined, { env: none, ...context })).rejects.toThrow(reason);
      await expect(detectCommit(undefined, { env: none, ...context })).rejects.toThrow(reason);
      vi.unstubAllEnvs();
    }
  });
});

describe('collectHistory', () => {
  test('has both sides of a merge, newest first', async () => {
    const cwd = clone('merge', '-b', 'merged');
    expect(await collectHistory(cwd)).toEqual([commits.merge, commits.two, commits.three, commits.one]);
  });

  test('goes as far as a shallow clone does', async () => {
    const cwd = clone('shallow', '--depth', '1', '-b', 'merged');
    expect(await collectHistory(cwd)).toEqual([commits.merge]);
  });

  test('stops at 500', async () => {
    git(root, 'init', '-b', 'main', 'long');
    const cwd = join(root, 'long');
    const stream = Array.from({ length: 510 }, (_, index) => {
      const when = `A <a@example.com> ${1_700_000_000 + index} +0000`;
      return `commit refs/heads/main\ncommitter ${when}\ndata 1\nx\n`;
    }).join('');
    execFileSync('git', ['fast-import', '--quiet'], { cwd, input: stream });
    const history = await collectHistory(cwd);
    expect(history).toHaveLength(500);
    expect(history[0]).toBe(git(cwd, 'rev-parse', 'main'));
  });
});

describe('getGitMergeBase', () => {
  test('is where the branch left the remote one', async () => {
    const cwd = clone('base', '-b', 'feature/x');
    expect(await getGitMergeBase('main', cwd)).toBe(commits.one);
    expect(await getGitMergeBase('feature/x', cwd)).toBe(commits.three);
  });

  test.each(['origin/main', 'refs/heads/main', 'refs/remotes/origin/main'])(
    'takes %s for main',
    async (ref) => {
      const cwd = clone(`named-${ref.replaceAll('/', '-')}`, '-b', 'feature/x');
      expect(await getGitMergeBase(ref, cwd)).toBe(commits.one);
    },
  );

  test('takes another remote by its name', async () => {
    const cwd = clone('remotes', '-b', 'feature/x');
    git(cwd, 'remote', 'add', 'fork', `file://${upstream}`);
    git(cwd, 'fetch', 'fork');
    git(cwd, 'update-ref', '-d', 'refs/remotes/origin/main');
    expect(await getGitMergeBase('fork/main', cwd)).toBe(commits.one);
    expect(await getGitMergeBase('main', cwd)).toBeNull();
  });

  test('works with a remote of another name', async () => {
    const cwd = clone('renamed', '-o', 'acme', '-b', 'feature/x');
    expect(await getGitMergeBase('main', cwd)).toBe(commits.one);
  });

  test('is null where the remote branch is unknown, or nothing is shared as far as the clone goes', async () => {
    const cwd = clone('single', '--depth', '1', '-b', 'feature/x');
    expect(await getGitMergeBase('main', cwd)).toBeNull();
    git(cwd, 'fetch', '--depth', '1', 'origin', 'main:refs/remotes/origin/main');
    expect(await getGitMergeBase('main', cwd)).toBeNull();
    expect(await getGitMergeBase('--all', cwd)).toBeNull();
  });
});

/** What the environment alone says: there is no git here that could help. */
async function fromEnvironment(env: Record<string, string>) {
  const context = { env, cwd: nowhere };
  return {
    branch: await detectBranch(undefined, context).catch(() => null),
    commit: await detectCommit(undefined, context).catch(() => null),
    baselineRef: detectBaselineRef({ env }),
  };
}

describe('from the environment', () => {
  const event = join(root, 'event.json');
  beforeAll(() => writeFileSync(event, JSON.stringify({ pull_request: { head: { sha: 'head' } } })));

  test.each([
    ['GITHOST_', 'a pull request of the code host'],
    ['GITHUB_', 'a pull request of GitHub'],
  ])('%s* is %s', async (prefix) => {
    const env = {
      [`${prefix}HEAD_REF`]: 'feature',
      [`${prefix}REF`]: 'refs/pull/7/merge',
      [`${prefix}BASE_REF`]: 'main',
      [`${prefix}SHA`]: 'merge',
      [`${prefix}EVENT_PATH`]: event,
    };
    expect(await fromEnvironment(env)).toEqual({ branch: 'feature', commit: 'head', baselineRef: 'main' });
  });

  test('a push has empty variables of a pull request', async () => {
    const push = join(root, 'push.json');
    writeFileSync(push, JSON.stringify({ ref: 'refs/heads/main' }));
    const env = {
      GITHUB_HEAD_REF: '',
      GITHUB_BASE_REF: '',
      GITHUB_REF: 'refs/heads/release/1',
      GITHUB_SHA: 'pushed',
      GITHUB_EVENT_PATH: push,
    };
    expect(await fromEnvironment(env)).toEqual({ branch: 'release/1', commit: 'pushed', baselineRef: null });
  });

  test.each(['missing.json', 'broken.json'])('a payload that is %s is passed over', async (name) => {
    writeFileSync(join(root, 'broken.json'), '{');
    const env = { GITHUB_SHA: 'sha', GITHUB_EVENT_PATH: join(root, name) };
    expect(await fromEnvironment(env)).toMatchObject({ commit: 'sha' });
  });

  const everything = {
    SVC_BRANCH: 'svc',
    SVC_COMMIT: 'svc',
    GITHOST_HEAD_REF: 'head',
    GITHOST_REF: 'refs/heads/ref',
    GITHOST_SHA: 'host',
    CI_COMMIT_REF_NAME: 'ci',
    CI_COMMIT_SHA: 'ci',
    BITBUCKET_BUILD_NUMBER: '1',
    BITBUCKET_BRANCH: 'bitbucket',
    BITBUCKET_COMMIT: 'bitbucket',
  };

  test('comes in order: argument, SVC_*, the code host, CI_COMMIT_*, other CIs, git', async () => {
    const env: Record<string, string> = { ...everything };
    const cwd = clone('order');
    const context = { env, cwd };
    expect(await detectBranch('argument', context)).toBe('argument');
    expect(await detectCommit('argument', context)).toBe('argument');
    const branches: string[] = [];
    for (const key of [
      'SVC_BRANCH',
      'GITHOST_HEAD_REF',
      'GITHOST_REF',
      'CI_COMMIT_REF_NAME',
      'BITBUCKET_BRANCH',
      'git',
    ]) {
      branches.push(await detectBranch(undefined, context));
      delete env[key];
    }
    expect(branches).toEqual(['svc', 'head', 'ref', 'ci', 'bitbucket', 'main']);
    const found: string[] = [];
    for (const key of ['SVC_COMMIT', 'GITHOST_SHA', 'CI_COMMIT_SHA', 'BITBUCKET_COMMIT', 'git']) {
      found.push(await detectCommit(undefined, context));
      delete env[key];
    }
    expect(found).toEqual(['svc', 'host', 'ci', 'bitbucket', commits.two]);
  });

  test('baseline ref: the code host, SVC_BASELINE_REF, other CIs', () => {
    const env: Record<string, string> = {
      GITHUB_BASE_REF: 'host',
      SVC_BASELINE_REF: 'svc',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'gitlab',
    };
    const found: (string | null)[] = [];
    for (const key of [...Object.keys(env), 'none']) {
      found.push(detectBaselineRef({ env }));
      delete env[key];
    }
    expect(found).toEqual(['host', 'svc', 'gitlab', null]);
  });

  test.each<[string, Record<string, string>]>([
    ['GitLab', { CI_COMMIT_REF_NAME: 'main', CI_COMMIT_TAG: 'main' }],
    ['Travis', { TRAVIS: 'true', TRAVIS_BRANCH: 'main', TRAVIS_TAG: 'main' }],
    ['Buildkite', { BUILDKITE: 'true', BUILDKITE_BRANCH: 'main', BUILDKITE_TAG: 'main' }],
    ['AppVeyor', { APPVEYOR: 'True', APPVEYOR_REPO_BRANCH: 'main', APPVEYOR_REPO_TAG_NAME: 'main' }],
    ['Semaphore', { SEMAPHORE: 'true', SEMAPHORE_GIT_BRANCH: 'main', SEMAPHORE_GIT_TAG_NAME: 'main' }],
    ['Jenkins', { JENKINS_URL: 'x', BRANCH_NAME: 'main', TAG_NAME: 'main' }],
    ['Woodpecker', { CI: 'woodpecker', CI_COMMIT_BRANCH: 'main', CI_COMMIT_TAG: 'main' }],
  ])('%s: a tag is not the branch of its name', async (_, env) => {
    expect(await detectBranch(undefined, { env })).toBe('refs/tags/main');
  });

  test.each<[string, Record<string, string>, [string, string, string | null]]>([
    [
      'GitLab',
      {
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'c',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Bitbucket',
      {
        BITBUCKET_BUILD_NUMBER: '1',
        BITBUCKET_BRANCH: 'feature',
        BITBUCKET_COMMIT: 'c',
        BITBUCKET_PR_DESTINATION_BRANCH: 'main',
      },
      ['feature', 'c', 'main'],
    ],
    ['CircleCI', { CIRCLECI: 'true', CIRCLE_BRANCH: 'feature', CIRCLE_SHA1: 'c' }, ['feature', 'c', null]],
    [
      'Buildkite',
      {
        BUILDKITE: 'true',
        BUILDKITE_PULL_REQUEST: '7',
        BUILDKITE_BRANCH: 'feature',
        BUILDKITE_COMMIT: 'c',
        BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Azure Pipelines, pull request',
      {
        BUILD_BUILDURI: 'vstfs:///Build/Build/1',
        SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature',
        SYSTEM_PULLREQUEST_SOURCECOMMITID: 'c',
        SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        BUILD_SOURCEVERSION: 'merge',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Azure Pipelines, push',
      { BUILD_BUILDURI: 'vstfs:///1', BUILD_SOURCEBRANCH: 'refs/heads/main', BUILD_SOURCEVERSION: 'c' },
      ['main', 'c', null],
    ],
    [
      'Travis, pull request',
      {
        TRAVIS: 'true',
        TRAVIS_PULL_REQUEST: '7',
        TRAVIS_PULL_REQUEST_BRANCH: 'feature',
        TRAVIS_PULL_REQUEST_SHA: 'c',
        TRAVIS_BRANCH: 'main',
        TRAVIS_COMMIT: 'merge',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Travis, push',
      {
        TRAVIS: 'true',
        TRAVIS_PULL_REQUEST: 'false',
        TRAVIS_PULL_REQUEST_BRANCH: '',
        TRAVIS_PULL_REQUEST_SHA: '',
        TRAVIS_BRANCH: 'main',
        TRAVIS_COMMIT: 'c',
      },
      ['main', 'c', null],
    ],
    [
      'AppVeyor, pull request',
      {
        APPVEYOR: 'True',
        APPVEYOR_PULL_REQUEST_NUMBER: '7',
        APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH: 'feature',
        APPVEYOR_PULL_REQUEST_HEAD_COMMIT: 'c',
        APPVEYOR_REPO_BRANCH: 'main',
        APPVEYOR_REPO_COMMIT: 'merge',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Semaphore, pull request',
      {
        SEMAPHORE: 'true',
        SEMAPHORE_GIT_PR_NUMBER: '7',
        SEMAPHORE_GIT_PR_BRANCH: 'feature',
        SEMAPHORE_GIT_PR_SHA: 'c',
        SEMAPHORE_GIT_BRANCH: 'main',
        SEMAPHORE_GIT_SHA: 'merge',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Drone, pull request',
      {
        DRONE: 'true',
        DRONE_BUILD_EVENT: 'pull_request',
        DRONE_PULL_REQUEST: '7',
        DRONE_SOURCE_BRANCH: 'feature',
        DRONE_TARGET_BRANCH: 'main',
        DRONE_COMMIT_SHA: 'c',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Vercel',
      { VERCEL: '1', VERCEL_GIT_COMMIT_REF: 'feature', VERCEL_GIT_COMMIT_SHA: 'c' },
      ['feature', 'c', null],
    ],
    [
      'Jenkins, pull request',
      {
        JENKINS_URL: 'http://jenkins/',
        CHANGE_BRANCH: 'feature',
        BRANCH_NAME: 'PR-7',
        GIT_COMMIT: 'c',
        CHANGE_TARGET: 'main',
      },
      ['feature', 'c', 'main'],
    ],
    [
      'Jenkins, one branch',
      { JENKINS_HOME: '/jenkins', GIT_BRANCH: 'origin/main', GIT_COMMIT: 'c' },
      ['main', 'c', null],
    ],
  ])('%s', async (_name, env, [branch, commitId, baselineRef]) => {
    expect(await fromEnvironment(env)).toEqual({ branch, commit: commitId, baselineRef });
  });

  test('variables with general names count in Jenkins only; HEAD is not a commit', async () => {
    const env = { GIT_BRANCH: 'main', GIT_COMMIT: 'c', BUILDKITE: 'true', BUILDKITE_COMMIT: 'HEAD' };
    expect(await fromEnvironment(env)).toEqual({ branch: null, commit: null, baselineRef: null });
  });

  test('what a system does not say, git does', async () => {
    const cwd = clone('codebuild');
    const context = { env: { CODEBUILD_BUILD_ID: 'build' }, cwd };
    expect(await detectBranch(undefined, context)).toBe('main');
    git(cwd, 'checkout', '--detach', commits.one ?? expect.fail('there is no first commit'));
    expect(await detectCommit(undefined, context)).toBe(commits.one);
    await expect(detectBranch(undefined, context)).rejects.toMatchObject({ code: 'BRANCH_NOT_DETECTED' });
  });

  test('a system that leaves out a variable is passed over', async () => {
    const env = { NETLIFY: 'true', HEAD: 'feature', COMMIT_REF: 'c' };
    expect(await fromEnvironment(env)).toEqual({ branch: null, commit: null, baselineRef: null });
  });
});
