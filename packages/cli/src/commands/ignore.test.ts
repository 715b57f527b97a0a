import { expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';

const kept = closeAfterAll();

async function setUp(handlers: FakeHandlers) {
  const service = kept(await startFakeService(handlers));
  const svc = (...args: string[]) =>
    runSvc(['ignore', ...args], { env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url } });
  return { service, svc };
}

const area = (given: object = {}) => ({
  id: 'iga_1',
  suite: 'default',
  scope: 'name',
  name: 'Dashboard',
  viewport: null,
  browser: null,
  box: { x: 0, y: 8, width: 200, height: 40 },
  element: null,
  label: 'Clock',
  author: 'user:Ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  isExpired: false,
  ...given,
});

test('svc ignore add says what it ignores, where and for how long', async () => {
  const { svc, service } = await setUp({ addIgnoreArea: ({ body }) => area(body as object) });
  const added = await svc('add', '--snapshot', 'Dashboard', '--box', '0, 8,200,40', '--label', 'Clock');
  expect(added.stdout).toBe(
    'Added iga_1: "Clock", 200x40 at 0,8, in Dashboard, all variants of suite "default", without an expiry\n' +
      'Comparisons from now on ignore it; svc rediff <diffId> compares an earlier diff again\n',
  );
  const place = ['--element', '#clock', '--label', 'Clock', '--output', 'json'];
  const one = [
    '--snapshot',
    'Map',
    '--viewport',
    '1280x720',
    '--browser',
    'firefox',
    '--expires',
    '2999-12-31',
  ];
  for (const args of [
    one,
    ['--snapshot', 'Map', '--scope', 'snapshot'],
    ['--suite', 'e2e', '--scope', 'suite'],
  ]) {
    const { stdout } = await svc('add', ...args, ...place);
    expect(outputProblems(JSON.parse(stdout))).toBeNull();
  }
  const common = { label: 'Clock', element: '#clock' };
  expect(service.of('addIgnoreArea').map(({ body }) => body)).toEqual([
    {
      suite: 'default',
      scope: 'name',
      name: 'Dashboard',
      box: { x: 0, y: 8, width: 200, height: 40 },
      label: 'Clock',
    },
    {
      ...common,
      suite: 'default',
      scope: 'snapshot',
      name: 'Map',
      viewport: { width: 1280, height: 720 },
      browser: 'firefox',
      expiresAt: '3000-01-01T00:00:00.000Z',
    },
    { ...common, suite: 'default', scope: 'snapshot', name: 'Map' },
    { ...common, suite: 'e2e', scope: 'suite' },
  ]);
});

test.each<[string[], string]>([
  [[], 'what is ignored?'],
  [['--box', '0,0,1,1', '--element', 'p'], 'what is ignored?'],
  [['--box', '0,0,1,1'], 'which snapshots?'],
  [['--box', '0,0,1,1', '--viewport', '10x10'], 'of which snapshot?'],
  [['--box', '0,0,1,1', '--scope', 'suite', '--snapshot', 'a'], '--scope suite is all snapshots'],
  [['--box', '0,0,1,1', '--scope', 'name', '--snapshot', 'a', '--browser', 'b'], '--scope name is every'],
  [['--box', '0,0,1'], 'It must be x,y,width,height'],
  [['--box', '0,0,0,5'], 'It must be x,y,width,height'],
  [['--box', '-1,0,5,5'], 'It must be x,y,width,height'],
  [['--viewport', 'wide'], 'It must look like 1280x720'],
  [['--expires', 'soon'], 'It must be a number of days'],
  [['--expires', '2999-02-30'], 'It must be a number of days'],
  [['--expires', '0d'], 'It must be in the future'],
  [['--expires', '2020-01-01'], 'It must be in the future'],
])('svc ignore add %j asks nothing of the service: %s', async (args, message) => {
  const { svc, service } = await setUp({});
  const { code, stderr } = await svc('add', '--label', 'Clock', ...args);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(service.requests).toEqual([]);
});

test('svc ignore list prints a table of all areas', async () => {
  const expiresAt = '2026-11-22T07:47:12.000Z';
  const { svc } = await setUp({
    listIgnoreAreas: () => ({
      areas: [
        area({ expiresAt, isExpired: true }),
        area({ id: 'iga_2', scope: 'suite', name: null, box: null, element: '.ad', author: 'key:ci' }),
        area({ id: 'iga_3', scope: 'snapshot', browser: 'firefox', expiresAt }),
      ],
      nextCursor: null,
    }),
  });
  expect((await svc('list')).stdout.split('\n')).toEqual([
    'ID     SUITE    SNAPSHOTS                PLACE          EXPIRES (UTC)             BY      LABEL',
    'iga_1  default  Dashboard, all variants  200x40 at 0,8  expired 2026-11-22 07:47  Ada     Clock',
    'iga_2  default  all snapshots            .ad            never                     key:ci  Clock',
    'iga_3  default  Dashboard (firefox)      200x40 at 0,8  2026-11-22 07:47          Ada     Clock',
    '',
  ]);
  expect(outputProblems(JSON.parse((await svc('list', '--output', 'json')).stdout))).toBeNull();
});

test('svc ignore says what is missing', async () => {
  const { svc } = await setUp({
    listIgnoreAreas: ({ query }) =>
      query.suite ? new Refusal('SUITE_NOT_FOUND', 'Suite not found') : { areas: [], nextCursor: null },
    removeIgnoreArea: ({ id }) =>
      id === 'iga_1' ? {} : new Refusal('IGNORE_AREA_NOT_FOUND', 'Ignore area not found'),
  });
  expect((await svc('list')).stdout).toBe('This project has no ignore areas\n');
  expect((await svc('list', '--suite', 'x')).stderr).toBe('svc: this project has no suite "x"\n');
  expect((await svc('remove', 'iga_1')).stdout).toMatch(/^Removed iga_1: /);
  const { stdout } = await svc('remove', 'iga_1', '--output', 'json');
  expect(outputProblems(JSON.parse(stdout))).toBeNull();
  expect(await svc('remove', 'iga_9')).toMatchObject({
    code: 2,
    stderr: 'svc: this project has no ignore area iga_9; svc ignore list has all of them\n',
  });
});
