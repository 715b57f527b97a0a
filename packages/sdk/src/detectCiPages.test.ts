import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ciPages } from '@svc/schema';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readEnvironment } from '../testing/readEnvironment.js';
import { detectCiPages } from './detectCiPages.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-ci-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function eventFile(payload: unknown): string {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, JSON.stringify(payload));
  return path;
}

const commit = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const merge = 'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef';
const onGitHub = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/web',
  GITHUB_RUN_ID: '99',
  GITHUB_SHA: commit,
};
const pull = {
  number: 7,
  title: 'Round  the\nbutton',
  html_url: 'https://github.com/acme/web/pull/7',
  user: { login: 'alice' },
  head: { ref: 'round', sha: commit, repo: { id: 1 } },
  base: { ref: 'main', repo: { id: 1 } },
};
const ofGitHub = {
  runUrl: 'https://github.com/acme/web/actions/runs/99',
  commitUrl: `https://github.com/acme/web/commit/${commit}`,
};
const number7 = { number: 7, title: null, author: null, url: null };
const onPage = (url: string) => ({ ...number7, url });

test('of a pull request on GitHub', () => {
  const env = {
    ...onGitHub,
    GITHUB_SHA: merge,
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: eventFile({ pull_request: pull }),
  };
  const pages = {
    ...ofGitHub,
    pullRequest: {
      number: 7,
      title: 'Round the button',
      author: 'alice',
      url: 'https://github.com/acme/web/pull/7',
    },
  };
  expect(detectCiPages(env, commit)).toEqual(pages);
  // The baseline of another commit is none of the pull request.
  expect(detectCiPages(env, 'abc')?.pullRequest).toBeNull();
});

test.each<[string, Record<string, string>, object | null]>([
  ['a push', { GITHUB_REF: 'refs/heads/main' }, null],
  [
    'a ref without a payload',
    { GITHUB_REF: 'refs/pull/7/merge', GITHUB_HEAD_REF: 'round', GITHUB_EVENT_NAME: 'pull_request' },
    onPage('https://github.com/acme/web/pull/7'),
  ],
  [
    'a merge queue',
    { GITHUB_REF: `refs/heads/gh-readonly-queue/main/pr-7-${merge}` },
    onPage('https://github.com/acme/web/pull/7'),
  ],
])('of %s on GitHub', (_, variables, pullRequest) => {
  expect(detectCiPages({ ...onGitHub, ...variables }, commit)).toEqual({ ...ofGitHub, pullRequest });
});

test('of a run that follows another one on GitHub', () => {
  const head = { head_branch: 'round', head_sha: commit };
  const env = {
    ...onGitHub,
    GITHUB_SHA: merge,
    GITHUB_EVENT_NAME: 'workflow_run',
    GITHUB_EVENT_PATH: eventFile({ workflow_run: { ...head, pull_requests: [{ number: 7 }] } }),
  };
  expect(detectCiPages(env, commit)?.pullRequest).toEqual(onPage('https://github.com/acme/web/pull/7'));
});

test('of a pull request on Gitea, whose runs count from 1', () => {
  const env = {
    ...onGitHub,
    GITEA_ACTIONS: 'true',
    GITHUB_SERVER_URL: 'https://git.acme.test/',
    GITHUB_RUN_NUMBER: '3',
    GITHUB_REF: 'refs/pull/7/head',
  };
  expect(detectCiPages(env, commit)).toEqual({
    runUrl: 'https://git.acme.test/acme/web/actions/runs/3',
    commitUrl: `https://git.acme.test/acme/web/commit/${commit}`,
    pullRequest: onPage('https://git.acme.test/acme/web/pulls/7'),
  });
});

test.each<[string, Record<string, string>, object]>([
  [
    'GitLab',
    {
      GITLAB_CI: 'true',
      CI_JOB_URL: 'https://gitlab.com/acme/web/-/jobs/5',
      CI_PIPELINE_URL: 'https://gitlab.com/acme/web/-/pipelines/4',
      CI_PROJECT_URL: 'https://gitlab.com/acme/web',
      CI_COMMIT_SHA: commit,
      CI_COMMIT_REF_NAME: 'round',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_TITLE: 'Round',
    },
    {
      runUrl: 'https://gitlab.com/acme/web/-/jobs/5',
      commitUrl: `https://gitlab.com/acme/web/-/commit/${commit}`,
      pullRequest: { ...onPage('https://gitlab.com/acme/web/-/merge_requests/7'), title: 'Round' },
    },
  ],
  [
    'Bitbucket',
    {
      BITBUCKET_BUILD_NUMBER: '5',
      BITBUCKET_COMMIT: commit,
      BITBUCKET_GIT_HTTP_ORIGIN: 'https://bitbucket.org/acme/web',
      BITBUCKET_PR_ID: '7',
    },
    {
      runUrl: 'https://bitbucket.org/acme/web/pipelines/results/5',
      commitUrl: `https://bitbucket.org/acme/web/commits/${commit}`,
      pullRequest: onPage('https://bitbucket.org/acme/web/pull-requests/7'),
    },
  ],
  [
    'Azure Repos, whose address names a user',
    {
      TF_BUILD: 'True',
      BUILD_BUILDID: '5',
      BUILD_SOURCEVERSION: merge,
      SYSTEM_PULLREQUEST_SOURCECOMMITID: commit,
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
      SYSTEM_TEAMPROJECT: 'Front end',
      BUILD_REPOSITORY_URI: 'https://acme@dev.azure.com/acme/Front%20end/_git/web',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
    },
    {
      runUrl: 'https://dev.azure.com/acme/Front%20end/_build/results?buildId=5',
      commitUrl: `https://dev.azure.com/acme/Front%20end/_git/web/commit/${commit}`,
      pullRequest: onPage('https://dev.azure.com/acme/Front%20end/_git/web/pullrequest/7'),
    },
  ],
  [
    'Azure Pipelines on GitHub',
    {
      TF_BUILD: 'True',
      BUILD_SOURCEVERSION: commit,
      BUILD_REPOSITORY_URI: 'https://github.com/acme/web.git',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '123456',
      SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7',
    },
    {
      runUrl: null,
      commitUrl: `https://github.com/acme/web/commit/${commit}`,
      pullRequest: onPage('https://github.com/acme/web/pull/7'),
    },
  ],
  [
    'CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_SHA1: commit,
      CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/web/5',
      CIRCLE_REPOSITORY_URL: 'git@github.com:acme/web.git',
      CIRCLE_PULL_REQUEST: 'https://github.com/acme/web/pull/7',
    },
    {
      runUrl: 'https://circleci.com/gh/acme/web/5',
      commitUrl: `https://github.com/acme/web/commit/${commit}`,
      pullRequest: onPage('https://github.com/acme/web/pull/7'),
    },
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://ci.acme.test',
      BUILD_URL: 'https://ci.acme.test/job/web/5/',
      GIT_COMMIT: commit,
      GIT_URL: 'https://git.acme.test/web.git',
      CHANGE_ID: '7',
      CHANGE_TITLE: 'Round',
      CHANGE_AUTHOR: 'alice',
      CHANGE_URL: 'https://git.acme.test/web/pulls/7',
    },
    {
      runUrl: 'https://ci.acme.test/job/web/5/',
      commitUrl: null,
      pullRequest: { number: 7, title: 'Round', author: 'alice', url: 'https://git.acme.test/web/pulls/7' },
    },
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_COMMIT: commit,
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/web/builds/5',
      BUILDKITE_JOB_ID: 'j1',
      BUILDKITE_REPO: 'https://token@github.com/acme/web.git',
      BUILDKITE_PULL_REQUEST: '7',
    },
    {
      runUrl: 'https://buildkite.com/acme/web/builds/5#j1',
      commitUrl: `https://github.com/acme/web/commit/${commit}`,
      pullRequest: onPage('https://github.com/acme/web/pull/7'),
    },
  ],
  [
    'Semaphore',
    {
      SEMAPHORE: 'true',
      SEMAPHORE_GIT_PR_SHA: commit,
      SEMAPHORE_GIT_PR_NUMBER: '7',
      SEMAPHORE_GIT_PR_NAME: 'Round',
      SEMAPHORE_ORGANIZATION_URL: 'https://acme.semaphoreci.com',
      SEMAPHORE_WORKFLOW_ID: 'w1',
    },
    {
      runUrl: 'https://acme.semaphoreci.com/workflows/w1',
      commitUrl: null,
      pullRequest: { ...number7, title: 'Round' },
    },
  ],
])('of a pull request in %s', (_, env, pages) => {
  expect(detectCiPages(env, commit)).toEqual(pages);
});

test('of each CI whose variables are recorded', async () => {
  const recorded = new URL('../testing/environments/', import.meta.url);
  const names = readdirSync(recorded)
    .filter((file) => file.endsWith('.env'))
    .map((file) => file.slice(0, -'.env'.length));
  const ids = Object.fromEntries(
    ['base', 'head', 'top', 'main', 'merge', 'jenkins'].map((name) => [name, `${name}`.padEnd(40, '0')]),
  );
  const pages = Object.fromEntries(
    names.map((name) => [name, detectCiPages(readEnvironment(name, ids, folder), String(ids.head)) ?? null]),
  );
  await expect(`${JSON.stringify(pages, null, 2)}\n`).toMatchFileSnapshot(
    '../testing/environments/pages.json',
  );
});

test('the variables SVC_* come first', () => {
  const env = {
    ...onGitHub,
    SVC_RUN_URL: 'https://ci.acme.test/5',
    SVC_COMMIT_URL: 'https://user:secret@git.acme.test/c',
    SVC_PULL_REQUEST: '12',
    SVC_PULL_REQUEST_TITLE: 'By hand',
  };
  expect(detectCiPages(env, commit)).toEqual({
    runUrl: 'https://ci.acme.test/5',
    commitUrl: 'https://git.acme.test/c',
    pullRequest: { number: 12, title: 'By hand', author: null, url: null },
  });
});

test('nothing is said outside CI', () => {
  expect(detectCiPages({}, commit)).toBeUndefined();
});

test('whatever variables say, the service takes what is found', () => {
  const names = ['SVC_RUN_URL', 'SVC_COMMIT_URL', 'SVC_PULL_REQUEST_TITLE', 'SVC_PULL_REQUEST_URL'];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 700 }),
    fc.webUrl().map((url) => `${url}?${'x'.repeat(3_000)}`),
    fc.constantFrom('javascript:alert(1)', 'file:///etc/passwd', 'https://', `${'😀'.repeat(256)}x`, ' \n '),
  );
  fc.assert(
    fc.property(fc.tuple(...names.map(() => value)), fc.string(), (values, number) => {
      const env = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      const pages = detectCiPages({ ...env, SVC_PULL_REQUEST: number || '7' }, commit);
      if (pages !== undefined) expect(ciPages.parse(pages)).toEqual(pages);
    }),
  );
});
