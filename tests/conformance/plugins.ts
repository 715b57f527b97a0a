import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import type { EnvironmentSession } from '../../packages/sdk/src/environment/sessionFromEnvironment.js';
import { readEnvironment } from '../../packages/sdk/testing/readEnvironment.js';
import { installation, runInstalled } from './installed.js';
import type { Row, Section } from './Row.js';
import type { Project, SvcRun } from './world.js';

const fact = (what: string, value: string, check: Row['check']): Row => ({ cells: [what, value], check });

/** A plugin that sends what the contract has, and nothing else. */
const plugin = `
  import { readFileSync } from 'node:fs';
  import { SvcClient } from '@svc/sdk';
  const [file, branch, commit] = process.argv.slice(2);
  const fields = { suite: 'web', branch, commit, baselineRef: 'main' };
  const result = await new SvcClient({}).uploadSnapshotWithDiff({ ...fields, name: 'one', png: readFileSync(file) });
  console.log(JSON.stringify(result));
`;

/** Opens a session as the contract writes it. */
const opener = `
  import { SvcClient } from '@svc/sdk';
  const [branch, commit] = process.argv.slice(2);
  console.log(JSON.stringify(await new SvcClient({}).createSession({ suite: 'web', branch, commit })));
`;

interface Clone {
  project: Project;
  commit: string;
  /** Runs the installed `svc` there. */
  svc(args: string[], env?: Record<string, string>): Promise<SvcRun>;
  /** The command line of a script that uploads an image, or opens a session. */
  uploading: string[];
  opening: string[];
}

/** A clone with one image, on the branch `topic`. */
async function clone(project: Project): Promise<Clone> {
  const { folder: cwd, apiKey, url } = project;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch', 'topic');
  for (const message of ['one', 'two']) git('commit', '--quiet', '--allow-empty', '--message', message);
  const commit = git('rev-parse', 'HEAD');
  writeFileSync(join(cwd, 'one.png'), image(100));
  const scratch = await installation();
  const script = (name: string, text: string) => {
    scratch.write(name, text);
    return [process.execPath, join(scratch.folder, name)];
  };
  return {
    project,
    commit,
    svc: (args, env = {}) =>
      runInstalled('svc', args, { cwd, env: { SVC_API_KEY: apiKey, SVC_API_URL: url, ...env } }),
    uploading: [...script('plugin.mjs', plugin), join(cwd, 'one.png'), 'topic', commit],
    opening: [...script('opener.mjs', opener), 'topic', commit],
  };
}

/** The session that a run of the plugin made. */
async function sessionOf({ project, svc, uploading }: Clone, ...args: string[]) {
  const { stdout, stderr } = await svc([...args, '--output', 'json', '--', ...uploading]);
  const line = stdout || expect.fail(stderr);
  const { sessionId } = JSON.parse(line) as { sessionId: string };
  return { session: await project.client.getSession(sessionId), document: JSON.parse(line) };
}

const inClone = (check: (clone: Clone) => Promise<void>) => async (project: Project) =>
  check(await clone(project));

export const pluginEnvironment: Section = {
  title: 'Environment of plugins',
  text: 'Of code that gives `SvcClient` the fields of the contract and no others, with the installed SDK under the installed `svc`. Arguments come before all of it.',
  columns: ['where', 'what is taken from there'],
  rows: [
    fact(
      '`svc run`',
      'key, service and session of every upload',
      inClone(async (here) => {
        const { session, document } = await sessionOf(here, 'run', '--exit-zero-on-changes');
        expect(session).toMatchObject({ branch: 'topic', commit: here.commit, isLocal: false });
        expect(session.diffs.map(({ suite }) => suite)).toEqual(['web']);
        expect(document).toMatchObject({ exitCode: 0, commandExitCode: 0 });
      }),
    ),
    fact(
      '`svc run --auto-approve`',
      'approval of every upload, which becomes a baseline',
      inClone(async (here) => {
        const { document } = await sessionOf(here, 'run', '--auto-approve');
        expect(document.suites).toMatchObject([{ counts: { new: 1, approved: 1, pending: 0 } }]);
        expect(await here.project.client.getBaselineRefs('web')).toEqual(['topic']);
      }),
    ),
    fact(
      '`svc local`',
      'local mode',
      inClone(async (here) => {
        const { session } = await sessionOf(here, 'local', '--auto-approve');
        expect(session).toMatchObject({ isLocal: true });
        expect(await here.project.client.getBaselineRefs('web')).toEqual([]);
      }),
    ),
    fact(
      '`svc local --ref`',
      'baseline of a session that names none; `createSession` joins that of the run',
      inClone(async ({ project, svc, opening }) => {
        const { stdout } = await svc(['local', '--ref', 'release', '--allow-empty', '--', ...opening]);
        const { sessionId } = JSON.parse(stdout.split('\n')[0] ?? '');
        expect(await project.client.getSession(sessionId)).toMatchObject({
          baselineRef: 'release',
          isLocal: true,
        });
      }),
    ),
    ...[
      ['`svc run`', (here: Clone) => here.svc(['run', '--', ...here.uploading])] as const,
      [
        'no `svc run`',
        ({ project: { folder: cwd, apiKey, url }, uploading }: Clone) =>
          runInstalled('node', uploading.slice(1), { cwd, env: { SVC_API_KEY: apiKey, SVC_API_URL: url } }),
      ] as const,
    ].map(([where, run]) =>
      fact(
        `a git repository, with ${where}`,
        'the history of the commit that is checked out, told once',
        inClone(async (here) => {
          expect(await here.project.client.findKnownCommits([here.commit])).toMatchObject({ known: [] });
          expect((await run(here)).stdout).toContain('"status":"new"');
          expect(await here.project.client.findKnownCommits([here.commit])).toEqual({
            known: [here.commit],
            missing: [],
          });
        }),
      ),
    ),
    fact('nothing', 'a client without a key says what to set', async ({ folder: cwd }) => {
      const { folder, write } = await installation();
      write('keyless.mjs', `import { SvcClient } from '@svc/sdk'; new SvcClient({});`);
      const { stderr } = await runInstalled('node', [join(folder, 'keyless.mjs')], { cwd, env: {} });
      expect(stderr).toContain('pass apiKey (svc_ followed by base64url text) or set SVC_API_KEY');
    }),
  ],
};

/** What `svc finish` says of the parts of the run `7`. */
async function partsOf({ svc }: Clone, env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = await svc(['finish'], { SVC_RUN_KEY: '7', ...env });
  return /\((.*)\)/.exec(stdout)?.[1] ?? (stdout || expect.fail(stderr));
}

const part = (
  what: string,
  parts: string,
  run: (here: Clone) => Promise<unknown>,
  env?: Record<string, string>,
) =>
  fact(
    what,
    parts,
    inClone(async (here) => {
      await run(here);
      expect(await partsOf(here, env)).toBe(parts);
    }),
  );
const upload = (here: Clone, args: string[], env: Record<string, string> = {}) =>
  here.svc(['upload', '.', ...args], { SVC_RUN_KEY: '7', ...env });
const run = (here: Clone, args: string[], env: Record<string, string> = {}) =>
  here.svc(['run', ...args], { SVC_RUN_KEY: '7', ...env });
const doNothing = ['--', process.execPath, '-e', '0', '--'];
const parallel = { GITLAB_CI: 'true', CI_JOB_NAME: 'visual 2/3', CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3' };

export const parts: Section = {
  title: 'Parts of a run',
  text: 'What the service then knows of the run of a commit, as `svc finish` tells it; with the installed `svc`.',
  columns: ['what ran', 'parts'],
  rows: [
    part('`svc upload --shard 1/2`, `--shard 2/2`', '1/2, 2/2', async (here) => {
      await upload(here, ['--shard', '1/2']);
      await upload(here, ['--shard', '2/2']);
    }),
    part('`svc upload --shard 2/?`, twice', '2/?', async (here) => {
      await upload(here, ['--shard', '2/?']);
      await upload(here, ['--shard', '2/?']);
    }),
    part('`svc upload` with `SVC_SHARD=3/4`', '3/4', (here) => upload(here, [], { SVC_SHARD: '3/4' })),
    part('`svc upload` in job 2 of 3 of GitLab', '2/3', (here) => upload(here, [], parallel)),
    part('`svc upload --shard 1/1` in job 2 of 3 of GitLab', 'visual', (here) =>
      upload(here, ['--shard', '1/1'], parallel),
    ),
    part('`svc upload` with `SVC_JOB=firefox`', 'firefox', (here) =>
      upload(here, [], { SVC_JOB: 'firefox' }),
    ),
    part('`svc run --shard 2/3`, whose plugin uploads', '2/3', (here) =>
      run(here, ['--shard', '2/3', '--', ...here.uploading]),
    ),
    part('`svc run --shard 2/3`, which uploads nothing', '2/3', (here) =>
      run(here, ['--shard', '2/3', ...doNothing]),
    ),
    part('`svc run -- <command> --shard=2/3`, as of Playwright, Vitest and Jest', '2/3', (here) =>
      run(here, [...doNothing, '--shard=2/3']),
    ),
    part('`svc run -- svc upload` with `SVC_SHARD=1/3`', '1/3', async (here) => {
      const { folder } = await installation();
      const svc = join(folder, 'node_modules/.bin/svc');
      const { stdout } = await run(here, ['--', svc, 'upload', '.'], { SVC_SHARD: '1/3' });
      expect(stdout).toMatch(/1 snapshot in session ses_\w+: 0 changed, 1 new, 0 unchanged/);
    }),
  ],
};

/** What the installed SDK says of every environment. */
let said: Promise<Record<string, EnvironmentSession>> | undefined;

async function readAll(): Promise<Record<string, EnvironmentSession>> {
  const { folder, write } = await installation();
  const commits = { main: 'a', base: 'b', head: 'c', merge: 'd', jenkins: 'e' };
  const ids = Object.fromEntries(Object.entries(commits).map(([name, digit]) => [name, digit.repeat(40)]));
  const environments = rowsOfCi.map(([, name]) => [name, readEnvironment(name, ids, folder)]);
  write('environments.json', JSON.stringify(Object.fromEntries(environments)));
  write(
    'environments.mjs',
    `import { readFileSync } from 'node:fs';
     import { sessionFromEnvironment } from '@svc/sdk';
     const all = Object.entries(JSON.parse(readFileSync('environments.json', 'utf8')));
     const sessions = await Promise.all(all.map(([, env]) => sessionFromEnvironment(env)));
     console.log(JSON.stringify(Object.fromEntries(all.map(([name], index) => [name, sessions[index]]))));`,
  );
  const { stdout, stderr } = await runInstalled('node', ['environments.mjs'], { cwd: folder, env: {} });
  return JSON.parse(stdout || expect.fail(stderr));
}

/** A run of a CI, the file of its variables, and branch, baseline, shard, job and run of it. */
const rowsOfCi: [what: string, name: string, ...said: [string, string, string, string, string]][] = [
  ['GitHub Actions, push', 'github-push', 'main', '', '', 'visual', 'github:9876543210'],
  [
    'GitHub Actions, pull request',
    'github-pull-request',
    'feature',
    'main',
    '',
    'visual',
    'github:9876543210',
  ],
  [
    'GitHub Actions, pull request of a fork',
    'github-fork',
    'alice:main',
    'main',
    '',
    'visual',
    'github:9876543210',
  ],
  [
    'GitHub Actions, merge queue',
    'github-merge-group',
    `gh-readonly-queue/main/pr-7-${'a'.repeat(40)}`,
    'main',
    '',
    'visual',
    'github:9876543210',
  ],
  ['GitLab, branch', 'gitlab-branch', 'main', '', '', 'visual', 'gitlab:700'],
  ['GitLab, merge request', 'gitlab-merge-request', 'feature', 'main', '', 'visual', 'gitlab:700'],
  ['GitLab, merge request of a fork', 'gitlab-fork', 'people/alice:main', 'main', '', 'visual', 'gitlab:700'],
  ['GitLab, merge train', 'gitlab-merge-train', 'feature', 'release', '', 'visual', 'gitlab:700'],
  ['GitLab, `parallel: 3`', 'gitlab-parallel', 'main', '', '2/3', 'visual', 'gitlab:700'],
  ['GitLab, `parallel: matrix`', 'gitlab-matrix', 'main', '', '', 'visual: [firefox]', 'gitlab:700'],
  ['CircleCI, `parallelism: 4`', 'circleci-parallel', 'feature', '', '4/4', 'visual', 'circleci:first'],
  ['CircleCI, pull request of a fork', 'circleci-fork', 'alice:pull/7', '', '', 'visual', 'circleci:first'],
  [
    'Buildkite, pull request of a fork',
    'buildkite-fork',
    'alice:main',
    'main',
    '',
    ':camera: visual',
    'buildkite:4735ba57',
  ],
  [
    'Buildkite, `parallelism: 5`',
    'buildkite-parallel',
    'feature',
    '',
    '2/5',
    ':camera: visual',
    'buildkite:4735ba57',
  ],
  [
    'Azure Pipelines, pull request of a fork',
    'azure-fork',
    'alice:main',
    'main',
    '',
    'Visual tests',
    'azure:310',
  ],
  ['Azure Pipelines, `parallel: 3`', 'azure-parallel', 'main', '', '2/3', 'visual', 'azure:310'],
  ['Azure Pipelines, `matrix`', 'azure-matrix', 'main', '', '', 'Visual tests firefox', 'azure:310'],
  [
    'Jenkins, pull request of a fork',
    'jenkins-fork',
    'alice:main',
    'main',
    '',
    'web/PR-7 / Visual',
    'jenkins:jenkins-web-PR-7-2',
  ],
  ['Bitbucket, pull request', 'bitbucket-pull-request', 'feature', 'main', '', '', 'bitbucket:{0b7f}'],
  ['Bitbucket, parallel steps', 'bitbucket-parallel', 'feature', '', '2/3', '', 'bitbucket:{0b7f}'],
  [
    'Semaphore, pull request of a fork',
    'semaphore-fork',
    'alice:main',
    'main',
    '4/4',
    'Visual',
    'semaphore:03d9de4c',
  ],
  ['Travis, pull request of a fork', 'travis-fork', 'alice:patch-1', 'main', '', 'visual', 'travis:311'],
  [
    'AppVeyor, pull request of a fork',
    'appveyor-fork',
    'alice:main',
    'main',
    '',
    'Environment: visual',
    'appveyor:9001',
  ],
  ['Drone, pull request', 'drone-pull-request', 'feature', 'main', '', 'visual', 'drone:acme/web/42'],
  [
    'Woodpecker, pull request',
    'woodpecker-pull-request',
    'feature',
    'main',
    '',
    'visual',
    'woodpecker:acme/web/8',
  ],
  ['Heroku CI, two nodes', 'heroku', 'feature', '', '1/2', '', 'heroku:64fe'],
];

export const environments: Section = {
  title: 'What CI says',
  text: 'By `sessionFromEnvironment` of the installed SDK, for variables and events as the CIs set them.',
  columns: ['CI', 'branch', 'baseline', 'shard', 'job', 'run'],
  rows: rowsOfCi.map(([what, name, ...cells]) => ({
    cells: [what, ...cells.map((cell) => (cell === '' ? 'none' : `\`${cell}\``))],
    check: async () => {
      said ??= readAll();
      const { [name]: session } = await said;
      const { branch, baselineRef, shard, job, runKey } = session ?? expect.fail(`nothing of ${name}`);
      expect([branch, baselineRef, shard, job, runKey].map((value) => value ?? '')).toEqual(cells);
    },
  })),
};
