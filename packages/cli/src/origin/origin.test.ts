import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { readEnvironment } from '../../../sdk/testing/readEnvironment.js';
import { sampleCapture, sampleDiff, sampleUpload } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal } from '../../../sdk/testing/startFakeService.js';
import { runSvc } from '../../testing/runSvc.js';
import { startScenario } from '../../testing/startScenario.js';

const root = mkdtempSync(join(tmpdir(), 'svc-origin-'));
const cwd = join(root, 'clone');
const kept = closeAfterAll();
afterAll(() => rmSync(root, { recursive: true }));

const git = (where: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: where,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** main ── merge (checked out), of a pull request at head. */
const commits: Record<string, string> = {};
const id = (name: string) => commits[name] ?? expect.fail(`there is no commit ${name}`);
beforeAll(() => {
  mkdirSync(join(cwd, 'shots'), { recursive: true });
  const commit = (name: string) => {
    git(cwd, 'commit', '--quiet', '--allow-empty', '--message', name);
    commits[name] = git(cwd, 'rev-parse', 'HEAD');
  };
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  commit('main');
  git(cwd, 'switch', '--quiet', '--create', 'feature');
  commit('head');
  git(cwd, 'switch', '--quiet', '--detach', 'main');
  git(cwd, 'merge', '--quiet', '--no-ff', '--no-edit', 'feature');
  commits.merge = git(cwd, 'rev-parse', 'HEAD');
  for (const name of ['one', 'two']) writeFileSync(join(cwd, 'shots', `${name}.png`), name);
});

async function setUp(handlers: FakeHandlers = {}) {
  const service = kept(
    await startScenario({
      captures: [sampleCapture({ id: 'cap_1', totalSnapshots: 1, completedSnapshots: 1 })],
      handlers: {
        completeSession: () => ({
          imageToken: 't',
          hasCheck: true,
          diffs: [
            {
              diffId: 'dif_1',
              suite: 'default',
              conclusion: 'success',
              checkRunUrl: null,
              reviewUrl: null,
              summary: { changed: 0, new: 0, unchanged: 1, removed: 0, failed: 0 },
              changedSnapshots: [],
            },
          ],
        }),
        getDiff: () => sampleDiff({ headCaptureId: 'cap_1' }),
        ...handlers,
      },
    }),
  );
  const env = { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url };
  const svc = (args: string[], more: Record<string, string> = {}, where = cwd) =>
    runSvc(args, { cwd: where, env: { ...env, ...more } });
  return { service, svc };
}

const pullRequest = () => readEnvironment('github-fork', commits, root);
const ofPullRequest = () => ({
  branch: 'alice:main',
  commit: id('head'),
  checkout: id('merge'),
  baselineRef: 'main',
  job: 'visual',
  runKey: 'github:9876543210',
});
const pagesOfPullRequest = () => ({
  runUrl: 'https://github.com/acme/web/actions/runs/9876543210',
  commitUrl: `https://github.com/acme/web/commit/${id('head')}`,
  pullRequest: { number: 7, title: null, author: null, url: 'https://github.com/acme/web/pull/7' },
});

const printing = [
  process.execPath,
  '-e',
  `const wanted = Object.entries(process.env).filter(([name]) => name.startsWith('SVC_') && !name.startsWith('SVC_API'));
   console.log(JSON.stringify(Object.fromEntries(wanted)));`,
];

describe.concurrent('svc run', () => {
  test('tells the command of its run, and the service of both', async () => {
    const { svc, service } = await setUp();
    const { code, stdout, stderr } = await svc(['run', '--shard', '2/3', '--', ...printing], pullRequest());
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('baselines may be guessed')]);
    const session = JSON.parse(stdout).SVC_SESSION_ID;
    expect(JSON.parse(stdout)).toEqual({
      SVC_SESSION_ID: session,
      SVC_CHECKOUT: id('merge'),
      SVC_SHARD: '2/3',
      SVC_JOB: 'visual',
      SVC_RUN_KEY: 'github:9876543210',
      SVC_COMMITS_SHARED: 'true',
    });
    expect(service.requests.map(({ operation }) => operation).slice(0, 3)).toEqual([
      'findKnownCommits',
      'addCommits',
      'completeSession',
    ]);
    expect(service.of('completeSession')[0]?.body).toEqual({
      exitCode: 0,
      complete: false,
      allowEmpty: false,
      isLocal: false,
      shard: '2/3',
      ...ofPullRequest(),
      ci: pagesOfPullRequest(),
    });
  });

  test('hands on what flags say of branch and commit, and that alone', async () => {
    const { svc, service } = await setUp();
    const flags = ['--branch', 'mine', '--commit', id('merge')];
    const { stdout } = await svc(['local', ...flags, '--', ...printing], pullRequest());
    expect(JSON.parse(stdout)).toMatchObject({ SVC_BRANCH: 'mine', SVC_COMMIT: id('merge') });
    expect(JSON.parse(stdout)).not.toHaveProperty('SVC_CHECKOUT');
    expect(service.of('completeSession')[0]?.body).toMatchObject({
      branch: 'mine',
      commit: id('merge'),
      isLocal: true,
    });
  });

  test('takes the shard of the command line', async () => {
    const { svc, service } = await setUp();
    const line = ['run', '--', process.execPath, '-e', '0', '--', '--shard=3/7'];
    await svc(line, { SVC_BRANCH: 'main', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' });
    expect(service.of('completeSession')[0]?.body).toMatchObject({ shard: '3/7' });
  });

  test('refuses before the command where CI describes another commit', async () => {
    const { svc, service } = await setUp();
    const env = readEnvironment('github-issue-comment', { ...commits, main: '1'.repeat(40) }, root);
    const { code, stdout, stderr } = await svc(['run', '--', ...printing], env);
    expect([code, stdout, service.requests]).toEqual([2, '', []]);
    expect(stderr).toMatch(/is checked out.*--branch <name> and --commit <sha>/);
  });

  test('runs without a repository too, and says nothing that it does not know', async () => {
    const { svc, service } = await setUp();
    const { code, stdout } = await svc(['run', '--', ...printing], {}, root);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['SVC_SESSION_ID']);
    expect(service.of('completeSession')[0]?.body).toEqual({
      exitCode: 0,
      complete: false,
      allowEmpty: false,
    });
  });
});

describe.concurrent('svc upload', () => {
  test('sends what it is a part of', async () => {
    const { svc, service } = await setUp();
    await svc(['upload', 'shots', '--shard', '1/2'], pullRequest());
    expect(service.requests.map(({ operation }) => operation).slice(0, 2)).toEqual([
      'findKnownCommits',
      'addCommits',
    ]);
    expect(service.of('createCapture')[0]?.body).toMatchObject({
      ...ofPullRequest(),
      ci: pagesOfPullRequest(),
      shard: '1/2',
      isLocal: false,
      autoApprove: false,
    });
  });

  test('into the session of svc run is compared there, and changes do not fail the command', async () => {
    const { svc, service } = await setUp({
      uploadSnapshot: ({ query }) =>
        sampleUpload({ name: query.name ?? '', status: query.name === 'one' ? 'changed' : 'new' }),
    });
    const bin = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
    const line = ['run', '--auto-approve', '--', process.execPath, bin, 'upload', 'shots', '--suite', 'e2e'];
    const { code, stdout } = await svc(line, pullRequest());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Suite "e2e": 2 snapshots in session ses_\w+: 1 changed, 1 new, 0 unchanged$/m);
    const sessionId = service.of('completeSession')[0]?.id;
    const uploads = service.of('uploadSnapshot').map(({ query }) => query);
    expect(uploads.map(({ name }) => name).sort()).toEqual(['one', 'two']);
    for (const upload of uploads) {
      expect(upload).toMatchObject({ suite: 'e2e', sessionId, autoApprove: 'true', ...ofPullRequest() });
      expect(JSON.parse(upload.ci ?? '')).toEqual(pagesOfPullRequest());
    }
    expect(service.of('createCapture')).toEqual([]);
    // Once for the run.
    expect(service.of('findKnownCommits')).toHaveLength(1);
  });

  test('of an image that is refused ends with 1', async () => {
    const { svc } = await setUp({
      uploadSnapshot: ({ query }) =>
        query.name === 'one'
          ? new Refusal('IMAGE_INVALID', 'The image is not a PNG')
          : sampleUpload({ name: 'two' }),
    });
    const env = { ...pullRequest(), SVC_SESSION_ID: 'ses_7' };
    const { code, stdout } = await svc(['upload', 'shots'], env);
    expect(code).toBe(1);
    expect(stdout).toContain(
      '0 changed, 0 new, 1 unchanged, 1 failed\n  failed   one  The image is not a PNG',
    );
    const report = await svc(['upload', 'shots', '--report', 'r.json'], env);
    expect([report.code, report.stderr]).toEqual([
      2,
      expect.stringContaining('--report is for svc run here'),
    ]);
  });

  test('that sets baselines is not part of the session', async () => {
    const { svc, service } = await setUp();
    const { stderr } = await svc(['upload', 'shots', '--auto-baseline'], {
      ...pullRequest(),
      SVC_SESSION_ID: 'ses_7',
      SVC_AUTO_APPROVE: 'true',
    });
    expect(stderr).toContain('it is not part of session ses_7');
    expect(service.of('createCapture')[0]?.body).toMatchObject({ autoBaseline: true, autoApprove: false });
  });
});

describe.concurrent('the history', () => {
  test('that cannot be told is a line, and the work continues', async () => {
    const { svc, service } = await setUp({
      findKnownCommits: () => new Refusal('FORBIDDEN', 'This key may not'),
    });
    const { stderr } = await svc(['upload', 'shots'], pullRequest());
    expect(stderr.match(/.*baselines may be guessed.*/g)).toEqual([
      'The service could not be told the history of this clone, so baselines may be guessed: This key may not',
    ]);
    expect(service.of('createCapture')).toHaveLength(1);
  });

  test.each([
    ['github-fork', '`fetch-depth: 0` for actions/checkout'],
    ['gitlab-merged-result', '`GIT_DEPTH: 0` in the variables of the job'],
    ['azure-pull-request', '`git fetch --unshallow`'],
  ])('of a shallow clone of %s says how to fetch all of it', async (name, way) => {
    const shallow = join(root, name);
    git(root, 'clone', '--quiet', '--depth=1', `file://${cwd}`, shallow);
    const { svc } = await setUp({
      findKnownCommits: ({ body }) => ({
        known: (body as { commits: string[] }).commits,
        missing: [id('main')],
      }),
    });
    writeFileSync(join(shallow, 'one.png'), 'one');
    const { stderr } = await svc(['upload', '.'], readEnvironment(name, commits, root), shallow);
    expect(stderr.match(/.*baselines may be guessed.*/g)).toEqual([
      `This clone is shallow, and the service does not know what lies below it, so baselines may be guessed: fetch the whole history (${way})`,
    ]);
  });
});

test('svc diff names the flags that it has where CI describes another commit', async () => {
  const { svc } = await setUp();
  const env = readEnvironment('github-schedule', { ...commits, main: '1'.repeat(40) }, root);
  const { code, stderr } = await svc(['diff'], env);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^svc: CI says that this run is for main at 1{12}, but \w{12} is checked out: pass --head-capture <id>, or set SVC_BRANCH and SVC_COMMIT$/m,
    ),
  ]);
});

describe.concurrent('svc finish', () => {
  test('ends the run of CI', async () => {
    const { svc, service } = await setUp({ finishRun: () => ({ parts: ['1/?', '2/?'] }) });
    const { code, stdout } = await svc(['finish'], pullRequest());
    expect([code, stdout]).toEqual([
      0,
      'Run github:9876543210 of alice:main is finished: 2 parts reported (1/?, 2/?)\n',
    ]);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { branch: 'alice:main', commit: id('head'), runKey: 'github:9876543210' },
    ]);
  });

  test('takes flags, and says what to do where nothing names the run', async () => {
    const { svc, service } = await setUp({ finishRun: () => ({ parts: [] }) });
    const flags = ['--branch', 'feature', '--commit', 'c1', '--run-key', 'nightly'];
    expect(await svc(['finish', ...flags])).toMatchObject({
      code: 0,
      stdout: 'Run nightly of feature has no parts\n',
    });
    expect(service.of('finishRun')[0]?.body).toEqual({
      branch: 'feature',
      commit: 'c1',
      runKey: 'nightly',
    });
    expect(await svc(['finish'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--run-key <id> or set SVC_RUN_KEY/),
    });
  });
});
