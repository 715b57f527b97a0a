import { expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { sampleDiff, sampleResult } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';

const kept = closeAfterAll();

const baseline = {
  reason: 'own-approved',
  ref: 'topic',
  commit: 'c2',
  captureId: 'cap_2',
  approvedBy: 'user:Ada',
  approvedAt: '2026-11-20T10:00:00.000Z',
  approvedIn: 'dif_2',
  newer: null,
} as const;
const viewport = { width: 320, height: 200 };
const results = [
  sampleResult({ name: 'button', status: 'changed', diffPercentage: 3.1, baseline, viewport }),
  sampleResult({ name: 'button', status: 'changed', browser: 'firefox' }),
  sampleResult({ name: 'card', status: 'unchanged', approvalStatus: 'approved', diffPercentage: 0 }),
];
const candidate = {
  line: 'own',
  ref: 'topic',
  commit: 'c2',
  captureId: 'cap_2',
  hash: 'a'.repeat(64),
  approvedBy: 'user:Ada',
  approvedAt: '2026-11-20T10:00:00.000Z',
  approvedIn: 'dif_2',
  seen: true,
  chosen: true,
  why: 'the newest of topic',
};
const choice = {
  diffId: 'dif_2',
  kind: 'approved',
  by: 'user:Ada',
  at: '2026-11-20T10:00:00.000Z',
  branch: 'topic',
  isForCurrent: false,
  counts: true,
  why: 'the newest choice',
};
const explanation = {
  name: 'button',
  viewport,
  browser: null,
  status: 'changed',
  approvalStatus: 'pending',
  baseline,
  head: { branch: 'topic', commit: 'c3', checkout: 'm3', target: 'main', isHistoryKnown: false },
  candidates: [
    candidate,
    { ...candidate, ref: 'main', commit: 'c1', hash: null, seen: false, chosen: false, why: 'not contained' },
    {
      ...candidate,
      ref: 'main',
      commit: null,
      approvedBy: null,
      approvedAt: null,
      chosen: false,
      why: 'older',
    },
  ],
  choices: [
    choice,
    { ...choice, kind: 'rejected', branch: null, isForCurrent: true, counts: false, why: 'older' },
  ],
};

async function setUp(handlers: FakeHandlers = {}) {
  const service = kept(
    await startFakeService({
      getDiff: () => sampleDiff({ results }),
      explainResult: () => explanation,
      ...handlers,
    }),
  );
  const svc = (...args: string[]) =>
    runSvc(['explain', 'dif_1', ...args], { env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url } });
  return { service, svc };
}

test('svc explain tells how a result came about', async () => {
  const { svc, service } = await setUp();
  const { code, stdout } = await svc('button', '--viewport', '320x200');
  expect(stdout.split('\n')).toEqual([
    'button (320x200): changed, 3.10 %, pending',
    'Commit: topic@c3, tested as m3, compared with main',
    'Compared: against topic@c2, approved by Ada in dif_2',
    'The history of the commit is not fully known, so baselines may be guessed',
    'Possible baselines, the newest first:',
    '  chosen    topic@c2, approved by Ada in dif_2, 2026-11-20 10:00',
    '            the newest of topic',
    '  not seen  main@c1 (removed), approved by Ada in dif_2, 2026-11-20 10:00',
    '            not contained',
    '  seen      main',
    '            older',
    'Decisions about these images, the newest first:',
    '  counts    approved by Ada in dif_2 on topic, 2026-11-20 10:00, for the baseline',
    '            the newest choice',
    '  -         rejected by Ada in dif_2, 2026-11-20 10:00, for this image',
    '            older',
    'Review: http://service/diffs/dif_1',
    '',
  ]);
  expect(service.of('explainResult')[0]?.query).toEqual({ name: 'button', viewport: '320x200' });
  expect(code).toBe(0);
});

test('svc explain says where there is nothing to tell', async () => {
  const { svc, service } = await setUp({
    explainResult: () => ({
      ...explanation,
      name: 'card',
      viewport: null,
      status: 'unchanged',
      approvalStatus: 'approved',
      baseline: null,
      head: { branch: null, commit: null, checkout: null, target: null, isHistoryKnown: true },
      candidates: [],
      choices: [],
    }),
  });
  expect((await svc('card')).stdout.split('\n')).toEqual([
    'card: unchanged',
    'Commit: none',
    'Compared: no baseline',
    'Possible baselines: none',
    'Decisions about these images: none',
    'Review: http://service/diffs/dif_1',
    '',
  ]);
  await svc('button', '--browser', 'firefox');
  expect(service.of('explainResult').map(({ query }) => query)).toEqual([
    { name: 'card' },
    { name: 'button', browser: 'firefox' },
  ]);
});

test('svc explain tells what changed, and where', async () => {
  const box = { x: 4, y: 5, width: 60, height: 20 };
  const region = {
    ...box,
    diffPixels: 90,
    kind: 'moved',
    severity: 'low',
    base: { ...box, y: 300 },
  } as const;
  const moves = [{ from: region.base, to: box }];
  const of = async (regions: (typeof region)[], fields = {}) => {
    const result = sampleResult({ name: 'card', status: 'changed', diffPercentage: 3.1, regions, ...fields });
    const { svc } = await setUp({ getDiff: () => sampleDiff({ results: [result] }) });
    const output = JSON.parse((await svc('card', '--output', 'json')).stdout);
    expect(outputProblems(output)).toBeNull();
    return { change: output.change, lines: (await svc('card')).stdout.split('\n').slice(1, 8) };
  };
  const moved = await of([region, region], { rowChanges: [], columnChanges: [], moves });
  expect(moved.change).toEqual({
    ...{ regions: [region, region], moves },
    ...{ rowChanges: [], columnChanges: [], causes: null },
  });
  expect(moved.lines.slice(0, 3)).toEqual([
    'Changed: 60 × 20 block moved from x = 4, y = 300 to x = 4, y = 5; nothing else changed',
    '  60 × 20 at x = 4, y = 5: moved, severity low',
    '  60 × 20 at x = 4, y = 5: moved, severity low',
  ]);
  // As a service before 0.15 answers.
  const old = { ...box, diffPixels: 90 } as typeof region;
  const told = await of([old, old, old, old, old, old], { columnChanges: undefined, moves: undefined });
  expect(told.lines).toEqual([
    'Changed: 6 regions',
    ...Array.from({ length: 5 }, () => '  60 × 20 at x = 4, y = 5'),
    '  … and 1 more',
  ]);
});

test('svc explain --output json is as the schema says', async () => {
  const { svc } = await setUp();
  const { stdout } = await svc('button', '--viewport', '320x200', '--output', 'json');
  expect(outputProblems(JSON.parse(stdout))).toBeNull();
  expect(JSON.parse(stdout)).toMatchObject({ version: 2, diffId: 'dif_1', ...explanation });
});

const incomplete = [{ url: 'https://fonts.test/a.woff2', reason: 'the host could not be found' }];
const without = 'Captured without https://fonts.test/a.woff2 (the host could not be found)';
test.each([
  ['the explanation', [], { incomplete }, incomplete],
  ['the result, from a service that explains without it', incomplete, {}, incomplete],
  ['neither', [], {}, []],
])(
  'svc explain says what the page lacked, as %s has it',
  async (_where, ofResult, ofExplanation, expected) => {
    const { svc } = await setUp({
      getDiff: () => sampleDiff({ results: [sampleResult({ name: 'card', incomplete: ofResult })] }),
      explainResult: () => ({ ...explanation, ...ofExplanation }),
    });
    const output = JSON.parse((await svc('card', '--output', 'json')).stdout);
    expect(output.incomplete).toEqual(expected);
    expect(outputProblems(output)).toBeNull();
    const { stdout } = await svc('card');
    expect(stdout.split('\n').filter((line) => line === without)).toHaveLength(expected.length);
  },
);

test.each<[string[], string]>([
  [['x'], '"x" is not a snapshot of diff dif_1'],
  [['Buttons'], '"Buttons" is not a snapshot of diff dif_1; did you mean "button"?'],
  [
    ['button'],
    'which "button"? Choose one with --viewport or --browser: diff dif_1 has button (320x200), button (firefox)',
  ],
  [
    ['button', '--viewport', '1x1', '--browser', 'webkit'],
    'diff dif_1 has no "button" (1x1, webkit); it has button (320x200), button (firefox)',
  ],
])('svc explain dif_1 %j is refused', async (args, message) => {
  const { svc } = await setUp();
  expect(await svc(...args)).toEqual({ code: 2, stdout: '', stderr: `svc: ${message}\n` });
});

test('svc explain wants a viewport of two numbers', async () => {
  const { svc } = await setUp();
  expect((await svc('button', '--viewport', 'wide')).stderr).toContain('It must look like 1280x720.');
});
