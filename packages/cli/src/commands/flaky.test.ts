import { expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';

const kept = closeAfterAll();

async function setUp(handlers: FakeHandlers) {
  const service = kept(await startFakeService(handlers));
  const svc = (...args: string[]) =>
    runSvc(['flaky', ...args], { env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url } });
  return { service, svc };
}

const image = { hash: 'a'.repeat(64), imageUrl: 'http://svc/image', width: 20, height: 10 };
const flaky = (given: object = {}) => ({
  suite: 'web',
  name: 'Clock',
  viewport: { width: 1280, height: 720 },
  browser: null,
  score: 2.46,
  counts: { unstable: 2, recaptured: 1, retried: 0, flipped: 0 },
  lastAt: '2026-11-22T07:47:12.000Z',
  kind: 'unstable',
  reason: 'clock',
  detail: '“07:47” and “07:48”',
  captureId: 'cap_1',
  branch: 'main',
  commit: 'c1',
  diffId: 'dif_1',
  otherCaptureId: null,
  image,
  other: image,
  ...given,
});

test('svc flaky prints a table, the worst first, and where to read on', async () => {
  const { svc, service } = await setUp({
    listFlaky: () => ({
      snapshots: [
        flaky(),
        flaky({
          name: 'Chart',
          browser: 'firefox',
          viewport: null,
          score: 0.5,
          reason: 'lateFont',
          detail: null,
          other: null,
        }),
      ],
      nextCursor: null,
    }),
  });
  expect((await svc()).stdout.split('\n')).toEqual([
    'SCORE  SUITE  SNAPSHOT          REASON     LAST (UTC)        CAPTURE  DETAIL',
    '2.5    web    Clock (1280x720)  clock      2026-11-22 07:47  cap_1    “07:47” and “07:48”',
    '0.5    web    Chart (firefox)   late font  2026-11-22 07:47  cap_1',
    `What to do about each reason: ${service.url}/docs/flaky/`,
    '',
  ]);
  const { stdout } = await svc('--suite', 'web', '--snapshot', 'Clock', '--output', 'json');
  expect(outputProblems(JSON.parse(stdout))).toBeNull();
  expect(service.of('listFlaky').at(-1)?.query).toMatchObject({ suite: 'web', name: 'Clock' });
});

test('svc flaky says what is missing', async () => {
  const { svc, service } = await setUp({
    listFlaky: ({ query }) =>
      query.suite ? new Refusal('SUITE_NOT_FOUND', 'Suite not found') : { snapshots: [], nextCursor: null },
  });
  expect((await svc()).stdout).toBe('No flaky snapshots\n');
  expect((await svc('--suite', 'x')).stderr).toBe('svc: this project has no suite "x"\n');
  const asked = service.requests.length;
  expect(await svc('--snapshot', 'Clock')).toMatchObject({
    code: 2,
    stderr: 'svc: of which suite is the snapshot? Add --suite <name>\n',
  });
  expect(service.requests.length).toBe(asked);
});
