import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleCapture, sampleSnapshot } from '../../testing/samples.js';
import { type FakeService, Refusal, startFakeService } from '../../testing/startFakeService.js';
import type { Env } from '../ci/CiRun.js';
import { SvcClient } from '../index.js';

let service: FakeService;
beforeEach(async () => {
  service = await startFakeService({
    createCapture: () => sampleCapture(),
    createSession: () => ({ sessionId: 'ses_1', captureId: 'cap_1', diffId: 'dif_1' }),
    uploadSnapshot: () => sampleSnapshot(),
    getCapture: () => sampleCapture(),
    findKnownCommits: () => ({ known: [], missing: [] }),
    addCommits: () => ({}),
  });
});
afterEach(async () => {
  await service.close();
  expect(service.problems).toEqual([]);
});

const png = new Uint8Array([1, 2, 3]);
const what = { suite: 'web', branch: 'feature', commit: 'c1' };
const clientIn = (environment: Env | false) =>
  new SvcClient({ apiKey: 'svc_key', apiUrl: service.url, environment });

/** What `svc run --auto-approve --shard 2/3` sets, in a pull request. */
const run = {
  SVC_SESSION_ID: 'ses_7',
  SVC_AUTO_APPROVE: 'true',
  SVC_SHARD: '2/3',
  SVC_JOB: 'visual',
  SVC_RUN_KEY: 'github:7',
  SVC_CHECKOUT: 'merge',
  GITHUB_BASE_REF: 'main',
};
const ofRun = { baselineRef: 'main', shard: '2/3', job: 'visual', runKey: 'github:7', checkout: 'merge' };

describe('service, key and project', () => {
  test('come from the environment', async () => {
    const environment = { SVC_API_KEY: 'svc_env', SVC_API_URL: service.url, SVC_PROJECT: 'acme/web' };
    await new SvcClient({ environment } as never).getCapture('cap_1');
    expect(service.requests[0]?.headers).toMatchObject({
      'x-api-key': 'svc_env',
      'x-svc-project': 'acme/web',
    });
  });

  test('are those of the options where there are some', async () => {
    const environment = {
      SVC_API_KEY: 'svc_env',
      SVC_API_URL: 'http://elsewhere',
      SVC_PROJECT: 'acme/other',
    };
    const options = { apiKey: 'svc_key', apiUrl: service.url, project: 'acme/web', environment };
    await new SvcClient(options).getCapture('cap_1');
    expect(service.requests[0]?.headers).toMatchObject({
      'x-api-key': 'svc_key',
      'x-svc-project': 'acme/web',
    });
  });

  test.each([undefined, {}, { apiKey: '' }, { apiKey: undefined }])(
    '%j without a variable is refused',
    (given) => {
      const options = { ...given, environment: {} };
      expect(() => new SvcClient(options as never)).toThrow(
        expect.objectContaining({
          name: 'SvcError',
          code: 'API_KEY_MISSING',
          message: expect.stringMatching(/pass apiKey.*set SVC_API_KEY/),
        }),
      );
    },
  );

  test('an environment that is none is refused', () => {
    expect(() => new SvcClient({ apiKey: 'svc_key', environment: 'x' as never })).toThrow(
      expect.objectContaining({ name: 'SvcError', code: 'VALIDATION_ERROR' }),
    );
  });
});

describe('what the contract has', () => {
  test('an upload joins the session of the run', async () => {
    await clientIn(run).uploadSnapshotWithDiff({ ...what, name: 'a', png } as never);
    expect(service.of('uploadSnapshot')[0]?.query).toEqual({
      ...what,
      name: 'a',
      sessionId: 'ses_7',
      autoApprove: 'true',
      ...ofRun,
    });
  });

  test('a session is that of the run', async () => {
    await clientIn({ ...run, SVC_LOCAL: 'true' }).createSession(what);
    expect(service.of('createSession')[0]?.body).toEqual({
      ...what,
      sessionId: 'ses_7',
      autoApprove: true,
      isLocal: true,
      ...ofRun,
    });
  });

  test('a capture is part of the run', async () => {
    await clientIn({
      ...run,
      SVC_LOCAL: 'true',
      GITHUB_BASE_REF: '',
      SVC_BASELINE_REF: 'release',
    }).createCapture(what);
    expect(service.of('createCapture')[0]?.body).toEqual({
      ...what,
      autoApprove: true,
      isLocal: true,
      ...ofRun,
      baselineRef: 'release',
    });
  });

  test('a capture without a commit, or that never becomes a baseline, is none', async () => {
    const client = clientIn({ ...run, SVC_BASELINE_REF: 'main' });
    await client.createCapture({ suite: 'web', ephemeral: true });
    expect(service.of('createCapture')[0]?.body).toEqual({
      suite: 'web',
      ephemeral: true,
      baselineRef: 'main',
    });
  });

  test('arguments win', async () => {
    const given = {
      ...what,
      sessionId: 'ses_mine',
      baselineRef: 'release',
      autoApprove: false,
      isLocal: false,
      shard: '1/1',
      job: 'mine',
      runKey: 'mine',
      checkout: 'mine',
    };
    await clientIn({ ...run, SVC_LOCAL: 'true' }).createSession(given);
    expect(service.of('createSession')[0]?.body).toEqual(given);
  });

  test('nothing is added without an environment', async () => {
    for (const environment of [{}, false as const]) await clientIn(environment).createSession(what);
    expect(service.of('createSession').map(({ body }) => body)).toEqual([what, what]);
  });

  test('a shard that is none is an error of the call', async () => {
    await expect(clientIn({ SVC_SHARD: 'two' }).createSession(what)).rejects.toMatchObject({
      name: 'SvcError',
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('SVC_SHARD must look like 2/4'),
    });
  });
});

describe('the history of the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-client-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  for (const message of ['one', 'two']) git('commit', '--quiet', '--allow-empty', '--message', message);
  const head = git('rev-parse', 'HEAD');

  /** Runs code in a process of its own in the repository; answers what it prints as errors. */
  const runThere = (code: string, env: Record<string, string> = {}, cwd = folder) =>
    new Promise<string>((resolve) => {
      const sdk = JSON.stringify(fileURLToPath(new URL('../../dist/index.js', import.meta.url)));
      const script = `import { SvcClient } from ${sdk}; const client = () => new SvcClient({});
        const session = (commit) => client().createSession({ suite: 'web', branch: 'main', commit }); ${code}`;
      const variables = { PATH: process.env.PATH, SVC_API_KEY: 'svc_key', SVC_API_URL: service.url, ...env };
      execFile(
        process.execPath,
        ['--input-type=module', '-e', script],
        { cwd, env: variables },
        (_error, _stdout, stderr) => resolve(stderr),
      );
    });
  const sent = () => service.of('addCommits').map(({ body }) => (body as { commits: unknown[] }).commits);

  test('is told before the first call, once in a process', async () => {
    const script = `await session('${head}'); await session('${head}');
      await client().createCapture({ suite: 'web', commit: '${head}' });
      await client().uploadSnapshotWithDiff({ suite: 'web', branch: 'main', commit: '${head}', name: 'a', png: new Uint8Array([1]) });`;
    expect(await runThere(script)).toBe('');
    expect(sent()).toEqual([[expect.objectContaining({ id: head }), expect.anything()]]);
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      'findKnownCommits',
      'addCommits',
      'createSession',
      'createSession',
      'createCapture',
      'uploadSnapshot',
    ]);
  });

  test('is not told for a commit that is not checked out, nor twice where svc run did', async () => {
    expect(await runThere(`await session('c1'); await session('${'1'.repeat(40)}');`)).toBe('');
    expect(await runThere(`await session('${head}');`, { SVC_COMMITS_SHARED: 'true' })).toBe('');
    const off = `await new SvcClient({ apiKey: 'svc_key', apiUrl: process.env.SVC_API_URL, environment: false })
      .createSession({ suite: 'web', branch: 'main', commit: '${head}' });`;
    expect(await runThere(off)).toBe('');
    expect(service.requests.map(({ operation }) => operation)).toEqual(Array(4).fill('createSession'));
  });

  test('that cannot be told is one warning', async () => {
    await service.close();
    service = await startFakeService({
      createSession: () => ({ sessionId: 'ses_1', captureId: 'cap_1', diffId: 'dif_1' }),
      findKnownCommits: () => new Refusal('FORBIDDEN', 'This key may not'),
    });
    const stderr = await runThere(`await session('${head}'); await session('${head}');`);
    expect(stderr.match(/SvcWarning/g)).toHaveLength(1);
    expect(stderr).toContain('so baselines may be guessed: This key may not');
    expect(service.of('createSession')).toHaveLength(2);
  });

  test('that git does not read, or that ends in a shallow clone, is one warning', async () => {
    const twice = (commit: string) => `await session('${commit}'); await session('${commit}');`;
    const shallow = join(folder, 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow]);
    const below = git('rev-parse', 'HEAD^');
    await service.close();
    service = await startFakeService({
      createSession: () => ({ sessionId: 'ses_1', captureId: 'cap_1', diffId: 'dif_1' }),
      findKnownCommits: () => ({ known: [], missing: [below] }),
      addCommits: () => ({}),
    });
    const said = [
      await runThere(twice(head), { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }),
      await runThere(twice(head), { PATH: folder }),
      await runThere(twice(head), {}, shallow),
    ];
    for (const stderr of said) expect(stderr.match(/SvcWarning/g)).toHaveLength(1);
    expect(said).toEqual([
      expect.stringMatching(/another user owns this clone.*safe\.directory/),
      expect.stringContaining('baselines may be guessed: git is not installed; install git'),
      expect.stringContaining('it ends in this shallow clone'),
    ]);
    expect(service.of('createSession')).toHaveLength(6);
  });
});
