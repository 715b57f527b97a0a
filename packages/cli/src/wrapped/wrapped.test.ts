import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompletedSession } from '@svc/sdk';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type FakeHandlers,
  type FakeService,
  Refusal,
  startFakeService,
} from '../../../sdk/testing/startFakeService.js';
import { runSvc, type SvcOptions } from '../../testing/runSvc.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-wrapped-'));
const running: FakeService[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const service of running) {
    await service.close();
    expect(service.problems).toEqual([]);
  }
});

const diff = (given: Partial<CompletedSession['diffs'][number]> = {}) => ({
  diffId: 'dif_1',
  suite: 'web',
  conclusion: 'success' as const,
  checkRunUrl: null,
  reviewUrl: 'http://service/diffs/dif_1',
  summary: { changed: 0, new: 0, unchanged: 3, removed: 0, failed: 0 },
  changedSnapshots: [],
  ...given,
});

async function setUp(diffs: CompletedSession['diffs'] = [diff()], handlers: FakeHandlers = {}) {
  const service = await startFakeService({
    completeSession: () => ({ imageToken: 'token', diffs }),
    ...handlers,
  });
  running.push(service);
  const svc = (args: string[], { env, ...options }: SvcOptions = {}) =>
    runSvc(args, {
      cwd: folder,
      env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url, ...env },
      ...options,
    });
  return { service, svc };
}

/** A command that prints some of its environment as JSON and ends as it is told. */
const printing = (exitCode = 0) => [
  process.execPath,
  '-e',
  `const wanted = Object.entries(process.env).filter(([name]) => name.startsWith('SVC_'));
   console.log(JSON.stringify(Object.fromEntries(wanted)));
   process.exitCode = ${exitCode};`,
];

describe.concurrent('svc run', () => {
  test('gives the command a session, passes its code through, and completes the session', async () => {
    const { svc, service } = await setUp();
    const { code, stdout, stderr } = await svc(['run', '--', ...printing(0)]);
    const env = JSON.parse(stdout);
    expect(env).toEqual({
      SVC_API_KEY: 'svc_test',
      SVC_API_URL: service.url,
      SVC_SESSION_ID: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
    });
    const [completion] = service.of('completeSession');
    expect(completion?.id).toBe(env.SVC_SESSION_ID);
    expect(completion?.body).toEqual({ exitCode: 0, complete: false });
    expect(stderr).toContain('Suite "web": nothing to review (0 changed, 0 new, 0 removed, 3 unchanged)');
    expect(code).toBe(0);
  });

  test('a command that fails fails, and the service is told so', async () => {
    const { svc, service } = await setUp([diff({ conclusion: null })]);
    const { code, stderr } = await svc(['run', '--', ...printing(7)]);
    expect(code).toBe(7);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 7 });
    expect(stderr).toContain('not judged, since the command failed');
  });

  test('changes are told with their review page, and do not fail a command that did not', async () => {
    const changed = diff({
      conclusion: 'failure',
      checkRunUrl: 'http://host/runs/1',
      summary: { changed: 2, new: 0, unchanged: 1, removed: 0, failed: 0 },
      changedSnapshots: ['Button', 'Card'],
    });
    const { svc } = await setUp([changed]);
    const { code, stderr } = await svc(['run', '--', ...printing(0)]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      [
        'Suite "web": to review (2 changed, 0 new, 0 removed, 1 unchanged)',
        '  Button',
        '  Card',
        'Review: http://service/diffs/dif_1',
        'Check run: http://host/runs/1',
      ].join('\n'),
    );
  });

  test('--auto-approve and --complete reach the command and the service', async () => {
    const { svc, service } = await setUp();
    const { stdout } = await svc(['run', '--auto-approve', '--complete', '--', ...printing(0)]);
    expect(JSON.parse(stdout)).toMatchObject({ SVC_AUTO_APPROVE: 'true' });
    expect(service.of('completeSession')[0]?.body).toEqual({ exitCode: 0, complete: true });
  });

  test('flags after the first word are the command’s, with or without --', async () => {
    const { svc } = await setUp();
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    for (const separator of [['--'], []]) {
      const line = ['run', ...separator, process.execPath, '-e', script, 'x', '--auto-approve', '--', '-v'];
      const { stdout } = await svc(line);
      expect(JSON.parse(stdout)).toEqual(['x', '--auto-approve', '--', '-v']);
    }
  });

  test('a command that uploads nothing ends as it does, with a word about it', async () => {
    const { svc } = await setUp([], {
      completeSession: () => new Refusal('SESSION_NOT_FOUND', 'Session not found'),
    });
    const { code, stderr } = await svc(['run', '--', ...printing(0)]);
    expect(code).toBe(0);
    expect(stderr).toContain('the command uploaded no snapshots');
  });

  test('when the service fails and the command did not, it is 2; else the code of the command', async () => {
    const { svc } = await setUp([], {
      completeSession: () => new Refusal('VALIDATION_ERROR', 'no'),
    });
    expect((await svc(['run', '--', ...printing(0)])).code).toBe(2);
    const failed = await svc(['run', '--', ...printing(3)]);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(/session ses_\w+ was not completed: no/);
  });

  test('a signal is passed on, and the session is completed all the same', async () => {
    const { svc, service } = await setUp([diff({ conclusion: null })]);
    const script = `process.on('SIGTERM', () => process.exit(9)); console.error('ready'); setInterval(() => {}, 1000);`;
    const { code } = await svc(['run', '--', process.execPath, '-e', script], {
      watch: (stderr, kill) => stderr.includes('ready') && !stderr.includes('Completing') && kill('SIGTERM'),
    });
    expect(code).toBe(9);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 9 });
  });

  test('a command that a signal kills counts as shells count it', async () => {
    const { svc, service } = await setUp([diff({ conclusion: null })]);
    const { code } = await svc(['run', '--', process.execPath, '-e', `process.kill(process.pid, 'SIGKILL')`]);
    expect(code).toBe(137);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 137 });
  });

  test('without a command, a key or such a program, it says what to do', async () => {
    const { svc, service } = await setUp();
    expect(await svc(['run', '--'])).toMatchObject({
      code: 2,
      stderr: 'svc: which command? svc run -- <command>\n',
    });
    const keyless = await svc(['run', '--', 'true'], { env: { SVC_API_KEY: '' } });
    expect(keyless).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pass --api-key, set SVC_API_KEY, or run `svc login`'),
    });
    const unknown = await svc(['run', '--', 'no-such-program-here']);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot start "no-such-program-here": there is no such program'),
    });
    expect(service.of('completeSession')).toEqual([]);
  });
});

describe.concurrent('svc local', () => {
  test('sets local mode and the baseline branch', async () => {
    const { svc } = await setUp();
    const { code, stdout } = await svc(['local', '--ref', 'release', '--auto-approve', '--', ...printing(0)]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      SVC_LOCAL: 'true',
      SVC_BASELINE_REF: 'release',
      SVC_AUTO_APPROVE: 'true',
      SVC_SESSION_ID: expect.stringMatching(/^ses_/),
    });
  });
});

describe.concurrent('--container', () => {
  /** A program in the place of podman that prints how it was called. */
  function fakeEngine(name: string, isUp = true): string {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    const script = `#!${process.execPath}
const args = process.argv.slice(2);
if (args[0] === 'image') process.exit(1);
if (args[0] === 'ps' && !${isUp}) {
  console.error('Cannot connect to Podman.\\nMore about it');
  process.exit(125);
}
if (args[0] === 'run') console.log(JSON.stringify({ args, session: process.env.SVC_SESSION_ID }));
`;
    writeFileSync(join(path, 'podman'), script, { mode: 0o755 });
    return `${path}:${process.env.PATH}`;
  }

  test('calls the engine with an image of the user’s own', async () => {
    const { svc } = await setUp();
    const env = { PATH: fakeEngine('own'), SVC_CONTAINER_ENGINE: 'podman' };
    const { code, stdout } = await svc(['run', '--container', 'my/image:1', '--', 'npm', 'test'], { env });
    const { args, session } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(session).toMatch(/^ses_/);
    expect(args.slice(-3)).toEqual(['my/image:1', 'npm', 'test']);
    expect(args).toContain('SVC_SESSION_ID');
    expect(args.join(' ')).not.toContain('svc_test');
  });

  test('says how to build the default image when it is missing', async () => {
    const { svc } = await setUp();
    const env = { PATH: fakeEngine('missing'), SVC_CONTAINER_ENGINE: 'podman' };
    const { code, stderr } = await svc(['run', '--container', '--', 'npm', 'test'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('build it with `podman build -t svc-browsers docker/browsers`');
  });

  test('an engine that does not answer is not mistaken for a missing image', async () => {
    const { svc } = await setUp();
    const env = { PATH: fakeEngine('down', false), SVC_CONTAINER_ENGINE: 'podman' };
    const { code, stderr } = await svc(['run', '--container', '--', 'npm', 'test'], { env });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'svc: podman is installed, but does not answer ("Cannot connect to Podman."): start its machine with ' +
        '`podman machine start`, or see what `podman info` says; or run without --container\n',
    );
  });

  test('an engine that is unknown or missing is named', async () => {
    const { svc } = await setUp();
    const line = ['local', '--container', 'x', '--', 'true'];
    const unknown = await svc(line, { env: { SVC_CONTAINER_ENGINE: 'lxc' } });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('must be docker or podman') });
    const none = await svc(line, { env: { PATH: folder } });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('needs docker or podman') });
  });
});
