import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conclusion, DiffResult, SnapshotFailure } from '@svc/sdk';
import { afterAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { sampleCapture, sampleDiff, sampleResult, sampleSnapshot } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc, type SvcOptions } from '../../testing/runSvc.js';
import { resultsOf, snapshotsOf } from '../../testing/startScenario.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-wrapped-'));
const kept = closeAfterAll();
afterAll(() => rmSync(folder, { recursive: true }));

interface Suite {
  results?: DiffResult[];
  failures?: SnapshotFailure[];
  conclusion?: Conclusion | null;
  checkRunUrl?: string | null;
}

const unchanged = resultsOf('unchanged', 'Button', 'Card', 'Form');
const toReview: Suite = {
  conclusion: 'failure',
  results: [...resultsOf('changed', 'Button', 'Card'), ...resultsOf('unchanged', 'Form')],
};
const carried = sampleResult({ name: 'Header', status: 'skipped', approvalStatus: 'approved' });

/** What the service answers for the suites of a session. */
function answersFor(suites: Suite[], fields: object): FakeHandlers {
  const found = suites.map(({ results = unchanged, failures = [] }, index) =>
    sampleDiff({
      id: `dif_${index + 1}`,
      suite: index === 0 ? 'web' : `web ${index + 1}`,
      headCaptureId: `cap_${index + 1}`,
      reviewUrl: `http://service/diffs/dif_${index + 1}`,
      results,
      failures,
    }),
  );
  const indexOf = (id: string) => Number(id.slice(4)) - 1;
  return {
    completeSession: () => ({
      imageToken: 'token',
      hasCheck: false,
      diffs: found.map(({ id: diffId, suite, reviewUrl, counts, results }, index) => ({
        diffId,
        suite,
        conclusion: suites[index]?.conclusion === undefined ? 'success' : suites[index].conclusion,
        checkRunUrl: suites[index]?.checkRunUrl ?? null,
        reviewUrl,
        summary: {
          changed: counts.changed,
          new: counts.new,
          unchanged: counts.unchanged,
          removed: counts.removed,
          failed: counts.failed,
        },
        changedSnapshots: results.filter(({ status }) => status === 'changed').map(({ name }) => name),
      })),
      ...fields,
    }),
    getDiff: ({ id }) => found[indexOf(id)],
    getCapture: ({ id }) => {
      const { suite, results, failures } = found[indexOf(id)] ?? sampleDiff();
      // What a session carries over becomes part of its capture.
      const carried = results.filter(({ status }) => status === 'skipped');
      const snapshots = [
        ...snapshotsOf(results),
        ...carried.map(({ name }) => sampleSnapshot({ name, carriedFrom: 'cap_0' })),
      ];
      return sampleCapture({
        id,
        suite,
        snapshots,
        failures,
        totalSnapshots: snapshots.length + failures.length,
        completedSnapshots: snapshots.length,
        failedSnapshots: failures.length,
      });
    },
  };
}

/** @param fields of what completing the session answers */
async function setUp(suites: Suite[] = [{}], handlers: FakeHandlers = {}, fields: object = {}) {
  const service = kept(await startFakeService({ ...answersFor(suites, fields), ...handlers }));
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
    expect(completion?.body).toEqual({ exitCode: 0, complete: false, allowEmpty: false });
    expect(stderr).toBe(
      [
        'Completing the session',
        'Suite "web": 0 changed, 0 new, 0 removed, 3 unchanged',
        'Nothing to review',
        'Review: http://service/diffs/dif_1',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('a command that fails fails, and the service is told so', async () => {
    const { svc, service } = await setUp([{ ...toReview, conclusion: null }]);
    const { code, stderr } = await svc(['run', '--', ...printing(7)]);
    expect(code).toBe(7);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 7 });
    expect(stderr).toContain('Not judged, since the command failed');
  });

  test('tells what changed, what was not captured and where to look, and fails', async () => {
    const failures = [{ name: 'Nav', viewport: null, browser: null, message: 'never loaded' }];
    const { svc } = await setUp([
      {
        ...toReview,
        results: [...(toReview.results ?? []), carried],
        failures,
        checkRunUrl: 'http://host/runs/1',
      },
      { results: unchanged },
    ]);
    const { code, stderr } = await svc(['run', '--', ...printing(0)]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'Completing the session',
        'Suite "web": 2 changed, 0 new, 0 removed, 1 unchanged, 1 skipped',
        '  failed   Nav: never loaded',
        '  changed  Button  1.23 %',
        '  changed  Card  1.23 %',
        'Not captured here, so they keep their baselines: Header',
        'To do: 2 waiting for review, 1 not captured',
        'Review: http://service/diffs/dif_1',
        'Check: http://host/runs/1',
        'Suite "web 2": 0 changed, 0 new, 0 removed, 3 unchanged',
        'Nothing to review',
        'Review: http://service/diffs/dif_2',
        'svc: exit code 1: there is something to review, and no check on a code host shows it (0 with --exit-zero-on-changes)',
        '',
      ].join('\n'),
    );
  });

  test.each<[string, object, string[], number]>([
    ['where a check shows them', { hasCheck: true }, [], 0],
    ['where they are to fail anyway', { hasCheck: true }, ['--fail-on-changes'], 1],
    ['where they are not to fail', {}, ['--exit-zero-on-changes'], 0],
  ])('changes %s', async (_where, fields, flags, exitCode) => {
    const { svc } = await setUp([toReview], {}, fields);
    const { code, stderr } = await svc(['run', ...flags, '--', ...printing(0)]);
    expect(stderr).toMatch(new RegExp(`^svc: exit code ${exitCode}[:,] .*$`, 'm'));
    expect(code).toBe(exitCode);
  });

  test('flags that exclude each other are refused before the command runs', async () => {
    const { svc } = await setUp();
    const flags = ['--fail-on-changes', '--exit-zero-on-changes'];
    expect(await svc(['run', ...flags, '--', ...printing(0)])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'svc: --fail-on-changes and --exit-zero-on-changes cannot be combined\n',
    });
  });

  test('--output json leaves stdout to one document, and --report writes the same', async () => {
    const { svc } = await setUp([toReview]);
    const flags = ['--output', 'json', '--report', 'reports/run.json'];
    const { code, stdout, stderr } = await svc(['run', ...flags, '--', ...printing(0)]);
    const document = JSON.parse(stdout);
    expect(outputProblems(document)).toBeNull();
    expect(document).toMatchObject({
      version: 2,
      exitCode: 1,
      commandExitCode: 0,
      conclusion: 'failure',
      hasCheck: false,
      error: null,
      suites: [{ suite: 'web', changed: ['Button', 'Card'], conclusion: 'failure', checkRunUrl: null }],
    });
    const printed = JSON.parse(stderr.split('\n')[0] ?? '');
    expect(printed.SVC_SESSION_ID).toBe(document.sessionId);
    expect(readFileSync(join(folder, 'reports/run.json'), 'utf8')).toBe(stdout);
    expect(code).toBe(1);
  });

  test('--auto-approve and --complete reach the command and the service', async () => {
    const { svc, service } = await setUp();
    const { stdout } = await svc(['run', '--auto-approve', '--complete', '--', ...printing(0)]);
    expect(JSON.parse(stdout)).toMatchObject({ SVC_AUTO_APPROVE: 'true' });
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 0, complete: true });
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

  test.each<[string, FakeHandlers, Suite[]]>([
    ['has no session', { completeSession: () => new Refusal('SESSION_NOT_FOUND', 'Session not found') }, []],
    ['has an empty session', {}, []],
    ['has but what was carried over', {}, [{ results: [carried], conclusion: 'failure' }]],
  ])(
    'a command that uploads nothing and %s ends with 2, unless that is allowed',
    async (_what, handlers, suites) => {
      const { svc, service } = await setUp(suites, handlers);
      const { code, stderr, stdout } = await svc(['run', '--output', 'json', '--', ...printing(0)]);
      expect(code).toBe(2);
      expect(stderr).toContain('svc: the command uploaded no snapshots: does it use a plugin');
      expect(outputProblems(JSON.parse(stdout))).toBeNull();
      expect(JSON.parse(stdout)).toMatchObject({
        exitCode: 2,
        conclusion: null,
        suites: [],
        error: { code: 'NO_SNAPSHOTS' },
      });
      expect((await svc(['run', '--', ...printing(7)])).code).toBe(7);
      await svc(['run', '--allow-empty', '--', ...printing(0)]);
      expect(service.of('completeSession').at(-1)?.body).toMatchObject({ allowEmpty: true });
    },
  );

  test('a run without snapshots that is allowed ends with 0', async () => {
    const { svc } = await setUp([], {
      completeSession: () => new Refusal('SESSION_NOT_FOUND', 'Session not found'),
    });
    const { code, stderr } = await svc(['run', '--allow-empty', '--', ...printing(0)]);
    expect([code, stderr]).toEqual([
      0,
      'Completing the session\nNo snapshots arrived, as --allow-empty allows\n',
    ]);
  });

  test('when the service fails and the command did not, it is 2; else the code of the command', async () => {
    const { svc } = await setUp([], {
      completeSession: () => new Refusal('VALIDATION_ERROR', 'no'),
    });
    expect((await svc(['run', '--', ...printing(0)])).code).toBe(2);
    const failed = await svc(['run', '--', ...printing(3)]);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(/^svc: session ses_\w+ was not completed: no$/m);
  });

  test('results that cannot be read are an error, and the session is said to be completed', async () => {
    const { svc } = await setUp([{}], { getDiff: () => new Refusal('FORBIDDEN', 'no') });
    const { code, stderr } = await svc(['run', '--', ...printing(0)]);
    expect(stderr).toMatch(/^svc: session ses_\w+ was completed, but its results cannot be read: no$/m);
    expect(code).toBe(2);
  });

  test('a signal is passed on, and the session is completed anyway', async () => {
    const { svc, service } = await setUp([{ conclusion: null }]);
    const script = `process.on('SIGTERM', () => process.exit(9)); console.error('ready'); setInterval(() => {}, 1000);`;
    const { code } = await svc(['run', '--', process.execPath, '-e', script], {
      watch: (stderr, kill) => stderr.includes('ready') && !stderr.includes('Completing') && kill('SIGTERM'),
    });
    expect(code).toBe(9);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 9 });
  });

  test('a terminal that is closed does not keep the session from being completed', async () => {
    const { svc, service } = await setUp([{ conclusion: null }]);
    const closed = `setTimeout(() => process.stderr.emit('error', Object.assign(new Error('write EIO'), { code: 'EIO' })), 300)`;
    const wait = ['sh', '-c', 'sleep 1; exit 9'];
    const { code } = await svc(['run', '--', ...wait], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(closed)}` },
    });
    expect(code).toBe(9);
    expect(service.of('completeSession')[0]?.body).toMatchObject({ exitCode: 9 });
  });

  test('a command that a signal kills counts as shells count it', async () => {
    const { svc, service } = await setUp([{ conclusion: null }]);
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
    const quoted = await svc(['run', '--', 'no-such-program-here --flag']);
    expect(quoted.stderr).toContain(
      'there is no such program. Remove the quotes, or run it in a shell: sh -c "…"',
    );
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

  test('ends with 1 on changes, whatever the code host', async () => {
    const { svc } = await setUp([toReview], {}, { hasCheck: true });
    expect((await svc(['local', '--', ...printing(0)])).code).toBe(1);
    expect((await svc(['local', '--exit-zero-on-changes', '--', ...printing(0)])).code).toBe(0);
    expect((await svc(['local', '--', ...printing(7)])).code).toBe(7);
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
