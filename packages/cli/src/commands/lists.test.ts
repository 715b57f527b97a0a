import { expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { sampleCapture, sampleDiff } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';
import { resultsOf, snapshotsOf } from '../../testing/startScenario.js';

const kept = closeAfterAll();

async function setUp(handlers: FakeHandlers) {
  const service = kept(await startFakeService(handlers));
  const svc = (...args: string[]) =>
    runSvc(args, { env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url } });
  return { service, svc };
}

const baseline = (name: string, given: object = {}) => ({
  name,
  viewport: null,
  browser: null,
  branch: 'main',
  commit: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d',
  hash: 'a'.repeat(64),
  imageUrl: 'http://images/1',
  width: 1,
  height: 1,
  captureId: 'cap_1',
  diffId: null,
  createdAt: '2026-11-22T07:47:12.000Z',
  ...given,
});

test('svc baselines list prints a table of all pages', async () => {
  const { svc, service } = await setUp({
    listBaselines: ({ query }) => ({
      refs: ['main'],
      baselines: query.cursor
        ? [baseline('card', { browser: 'firefox', commit: null, diffId: 'dif_1' })]
        : [baseline('button', { viewport: { width: 320, height: 200 } })],
      nextCursor: query.cursor ? null : 'more',
    }),
  });
  const { code, stdout } = await svc('baselines', 'list', '--branch', 'main');
  expect(stdout.split('\n')).toEqual([
    'SNAPSHOT          BRANCH  COMMIT   SINCE (UTC)       APPROVED IN',
    'button (320x200)  main    1a2b3c4  2026-11-22 07:47  set directly',
    'card (firefox)    main             2026-11-22 07:47  dif_1',
    '',
  ]);
  expect(service.requests[0]?.query).toEqual({ suite: 'default', branch: 'main', limit: '500' });
  expect(code).toBe(0);
  const json = await svc('baselines', 'list', '--output', 'json');
  expect(outputProblems(JSON.parse(json.stdout))).toBeNull();
});

test('svc baselines list says where there are none', async () => {
  const empty = await setUp({ listBaselines: () => ({ refs: [], baselines: [], nextCursor: null }) });
  expect((await empty.svc('baselines', 'list')).stdout).toBe('Suite "default" has no baselines\n');
  const onBranch = await empty.svc('baselines', 'list', '--branch', 'x', '--output', 'json');
  expect(outputProblems(JSON.parse(onBranch.stdout))).toBeNull();
  expect(JSON.parse(onBranch.stdout)).toEqual({
    version: 2,
    exitCode: 0,
    suite: 'default',
    branch: 'x',
    baselines: [],
  });
  const missing = await setUp({ listBaselines: () => new Refusal('SUITE_NOT_FOUND', 'Suite not found') });
  expect(await missing.svc('baselines', 'list', '--suite', 'x')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'svc: this project has no suite "x"\n',
  });
});

test('svc rediff waits for the result and prints it like svc diff', async () => {
  const results = resultsOf('changed', 'button');
  let asked = 0;
  const { svc } = await setUp({
    reDiff: ({ id }) =>
      id === 'dif_1' ? sampleDiff({ status: 'processing' }) : new Refusal('DIFF_NOT_FOUND', 'Diff not found'),
    getDiff: () => {
      asked += 1;
      return asked < 2 ? sampleDiff({ status: 'processing' }) : sampleDiff({ results, judging: false });
    },
    getCapture: () =>
      sampleCapture({ snapshots: snapshotsOf(results), totalSnapshots: 1, completedSnapshots: 1 }),
  });
  const { code, stdout } = await svc('rediff', 'dif_1');
  expect(stdout.split('\n')).toEqual([
    'Capture cap_1 of suite "default": 1 of 1 captured',
    'Diff dif_1: 1 changed, 0 new, 0 removed, 0 unchanged',
    '  changed  button  1.23 %',
    'This diff judges nothing: the check of the commit does not count it',
    'To do: 1 waiting for review',
    'Review: http://service/diffs/dif_1',
    '',
  ]);
  expect(code).toBe(1);
  expect((await svc('rediff', 'dif_2')).stderr).toContain('svc: this project has no diff dif_2\n');
});
