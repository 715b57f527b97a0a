import type { Scenario, ScenarioTest } from './Driver.js';

const file = 'home.spec.ts';
const page = (color: string, name?: string): ScenarioTest => ({
  file,
  title: 'home',
  shots: [{ color, ...(name ? { name } : {}) }],
});
const viewports = [
  { width: 320, height: 480 },
  { width: 640, height: 480 },
];
const approve = { env: { SVC_AUTO_APPROVE: 'true' } };

/** 500 pictures, each of another color. */
const many: readonly ScenarioTest[] = Array.from({ length: 50 }, (_, index) => ({
  file,
  title: `group ${index}`,
  shots: Array.from({ length: 10 }, (__, shot) => ({ color: `rgb(${index * 5}, ${shot * 25}, 99)` })),
}));

export const scenarios: readonly Scenario[] = [
  {
    name: 'names, targets, masks and sizes; unchanged, changed and approved',
    isShort: true,
    runs: [
      {
        ...approve,
        workers: 2,
        tests: [
          {
            file,
            title: 'automatic (twice)',
            shots: [{ color: 'teal' }, { color: 'teal', target: 'element' }],
          },
          { file, title: 'named', shots: [{ name: 'a page.png', color: 'navy', isMasked: true }] },
          {
            file: 'own.spec.ts',
            title: 'own',
            shots: [{ name: 'Explicit / name', color: 'olive', target: 'full page', own: { viewports } }],
          },
        ],
        code: 0,
        says: ['svc: 5 snapshots of main at c0ffee01: 5 new', 'new, approved: Explicit / name 320x480'],
        saysNot: [/A snapshot doesn't exist/, /re-generated/],
        snapshots: {
          'home.spec.ts > automatic (twice) > 1': 'new',
          'home.spec.ts > automatic (twice) > 2': 'new',
          'home.spec.ts > a page.png': 'new',
          'Explicit / name 320x480': 'new',
          'Explicit / name 640x480': 'new',
        },
      },
      {
        workers: 2,
        tests: [
          {
            file,
            title: 'automatic (twice)',
            shots: [{ color: 'teal' }, { color: 'red', target: 'element' }],
          },
          { file, title: 'named', shots: [{ name: 'a page.png', color: 'navy', isMasked: true }] },
        ],
        code: 0,
        says: ['changed: home.spec.ts > automatic (twice) > 2', /review .*: http:/],
        snapshots: {
          'home.spec.ts > automatic (twice) > 1': 'unchanged',
          'home.spec.ts > automatic (twice) > 2': 'changed',
          'home.spec.ts > a page.png': 'unchanged',
          'Explicit / name 320x480': 'skipped',
          'Explicit / name 640x480': 'skipped',
        },
      },
    ],
  },
  {
    name: 'a retry that changes pixels is shown as a flake',
    isShort: true,
    runs: [
      {
        retries: 1,
        tests: [
          { file, title: 'flaky', shots: [{ color: 'red', retryColor: 'blue' }], fails: 'first attempt' },
        ],
        code: 0,
        says: [/flaky: home\.spec\.ts > flaky > 1( \[\w+\])? looked different in an earlier attempt/],
        snapshots: { 'home.spec.ts > flaky > 1': 'new' },
      },
    ],
  },
  {
    name: 'what only a failed attempt took is not uploaded if the test passes later',
    isShort: true,
    runs: [
      {
        retries: 1,
        tests: [
          {
            file,
            title: 'flaky',
            shots: [
              { color: 'red' },
              { name: 'error.png', color: 'blue', isOnlyFirst: true },
              { name: 'after.png', color: 'teal' },
            ],
            fails: 'first attempt',
          },
        ],
        code: 0,
        says: ['svc: 2 snapshots of main at c0ffee01: 2 new'],
        snapshots: { 'home.spec.ts > flaky > 1': 'new', 'home.spec.ts > after.png': 'new' },
      },
      {
        retries: 1,
        tests: [
          {
            file,
            title: 'broken',
            shots: [{ color: 'red' }, { name: 'error.png', color: 'blue', isOnlyFirst: true }],
            fails: 'always',
          },
        ],
        code: 1,
        says: ['svc: 2 snapshots of main at c0ffee02: 2 new'],
      },
    ],
  },
  {
    name: 'a local run fails in words and shows the images',
    isShort: true,
    runs: [
      { tests: [page('teal')], ...approve, code: 0, snapshots: { 'home.spec.ts > home > 1': 'new' } },
      {
        tests: [page('red')],
        options: { mode: 'assert' },
        code: 1,
        says: [/changed: home\.spec\.ts > home > 1 (\[\w+\] )?\(\d+\.\d\d % of pixels\)/, /review .*: http:/],
        attached: ['home > 1-expected.png', 'home > 1-actual.png', 'home > 1-diff.png'],
        snapshots: { 'home.spec.ts > home > 1': 'changed' },
      },
      { tests: [page('teal')], within: ['local'], code: 0, says: ['1 unchanged'], attached: [] },
    ],
  },
  {
    name: 'a change of a CSS property is named as the cause',
    isShort: true,
    runs: [
      {
        ...approve,
        tests: [{ file, title: 'home', shots: [{ color: 'teal' }, { color: 'teal', target: 'element' }] }],
        code: 0,
      },
      {
        tests: [{ file, title: 'home', shots: [{ color: 'red' }, { color: 'red', target: 'element' }] }],
        code: 0,
        snapshots: { 'home.spec.ts > home > 1': 'changed', 'home.spec.ts > home > 2': 'changed' },
        causes: ['background-color'],
      },
      {
        tests: [{ file, title: 'home', shots: [{ color: 'navy' }, { color: 'navy', target: 'element' }] }],
        options: { layout: false },
        code: 0,
        causes: [],
      },
    ],
  },
  {
    name: 'no key is one line, and the tests go on',
    isShort: true,
    runs: [
      {
        tests: [page('teal')],
        env: { SVC_API_KEY: '' },
        code: 0,
        says: ['svc: no API key: set SVC_API_KEY', '1 passed'],
        snapshots: {},
      },
    ],
  },
  {
    name: 'a service that is down fails the run, or warns',
    runs: [
      {
        tests: [page('teal')],
        isDown: true,
        code: 1,
        says: ['1 passed', 'svc:   1 snapshot was not uploaded'],
      },
      {
        tests: [page('teal')],
        isDown: true,
        options: { onUploadError: 'warn' },
        code: 0,
        says: ['1 passed', 'svc:   1 snapshot was not uploaded'],
      },
    ],
  },
  {
    name: 'two tests with one name are told apart in words',
    runs: [
      {
        workers: 2,
        tests: [
          { file: 'a.spec.ts', title: 'a', shots: [{ name: 'same', color: 'red', own: {} }] },
          { file: 'b.spec.ts', title: 'b', shots: [{ name: 'same', color: 'blue', own: {} }] },
          { file: 'c.spec.ts', title: 'c', shots: [{ name: 'home.png', color: 'blue' }] },
          { file: 'd.spec.ts', title: 'd', shots: [{ name: 'home.png', color: 'red' }] },
        ],
        code: 1,
        says: [
          /not uploaded: same( \[\w+\])?: Two tests took a snapshot named "same( \w+)?": "[ab]\.spec\.ts > [ab]" and "[ab]\.spec\.ts > [ab]"/,
        ],
        snapshots: { same: 'new', 'c.spec.ts > home.png': 'new', 'd.spec.ts > home.png': 'new' },
      },
      {
        tests: [
          {
            file,
            title: 'home',
            shots: [
              { name: 'x.png', color: 'red' },
              { name: 'x.png', color: 'blue' },
            ],
          },
        ],
        code: 1,
        says: ['pixels', '1 failed'],
      },
    ],
  },
  {
    name: 'two projects never collide, in three workers',
    runs: [
      {
        workers: 3,
        projects: ['desktop', 'phone'],
        tests: [
          page('teal'),
          { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }, { color: 'blue' }] },
        ],
        code: 0,
        snapshots: {
          'home.spec.ts > home > 1 desktop': 'new',
          'home.spec.ts > home > 1 phone': 'new',
          'b.spec.ts > b > 1 desktop': 'new',
          'b.spec.ts > b > 1 phone': 'new',
          'b.spec.ts > b > 2 desktop': 'new',
          'b.spec.ts > b > 2 phone': 'new',
        },
      },
    ],
  },
  {
    name: 'shards are parts of one run, and one may run again alone',
    runs: [
      ...(['1/2', '2/2', '2/2'] as const).map((shard, index) => ({
        shard,
        sameCommit: index > 0,
        env: { SVC_RUN_KEY: 'run-1', SVC_AUTO_APPROVE: 'true' },
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        code: 0,
        says: ['1 snapshot of main'],
      })),
    ],
  },
  {
    name: 'a shard whose runner was killed runs again alone',
    runs: [
      {
        shard: '1/2',
        env: { SVC_RUN_KEY: 'run-2', SVC_AUTO_APPROVE: 'true' },
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        code: 0,
        says: ['1 snapshot of main'],
      },
      {
        shard: '2/2',
        sameCommit: true,
        env: { SVC_RUN_KEY: 'run-2', SVC_AUTO_APPROVE: 'true' },
        tests: [
          { ...page('teal'), killsRunner: true },
          { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }], killsRunner: true },
        ],
        code: null,
        saysNot: [/snapshots? of main/],
      },
      {
        shard: '2/2',
        sameCommit: true,
        env: { SVC_RUN_KEY: 'run-2', SVC_AUTO_APPROVE: 'true' },
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        code: 0,
        says: ['1 snapshot of main'],
      },
      {
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        code: 0,
        says: ['2 snapshots of main at c0ffee02: 2 unchanged'],
      },
    ],
  },
  {
    name: 'a service that ends during the run loses no test, and the next run sends everything',
    runs: [
      {
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        endsEarly: true,
        code: 1,
        says: ['2 passed', /svc: {3}2 snapshots were not uploaded/],
      },
      {
        tests: [page('teal'), { file: 'b.spec.ts', title: 'b', shots: [{ color: 'red' }] }],
        sameCommit: true,
        code: 0,
        says: ['2 snapshots of main at c0ffee01: 2 new'],
        snapshots: { 'home.spec.ts > home > 1': 'new', 'b.spec.ts > b > 1': 'new' },
      },
    ],
  },
  {
    name: 'modes are snapshots of their own',
    runs: [
      {
        tests: [
          {
            file,
            title: 'modes',
            shots: [
              {
                name: 'Home',
                color: 'light-dark(white, black)',
                own: { modes: { light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' } } },
              },
              { name: 'After', color: 'light-dark(white, black)', own: {} },
            ],
          },
        ],
        code: 0,
        snapshots: { 'Home[light]': 'new', 'Home[dark]': 'new', After: 'new' },
      },
    ],
  },
  {
    name: 'within svc run the session is its own',
    runs: [
      {
        tests: [page('teal')],
        within: ['run', '--auto-approve'],
        code: 0,
        says: ['1 snapshot of main', 'new, approved: home.spec.ts > home > 1'],
        snapshots: { 'home.spec.ts > home > 1': 'new' },
      },
      { tests: [{ ...page('teal'), fails: 'always' }], within: ['run'], code: 1, says: ['1 failed'] },
    ],
  },
  {
    name: '500 snapshots arrive, and are unchanged in the next run',
    runs: [
      { ...approve, tests: many, code: 0, says: ['svc: 500 snapshots of main at c0ffee01: 500 new'] },
      { tests: many, code: 0, says: ['svc: 500 snapshots of main at c0ffee02: 500 unchanged'] },
    ],
  },
  {
    name: 'a bad configuration says what is wrong',
    runs: [
      {
        tests: [page('teal')],
        options: { mode: 'check' },
        code: 1,
        says: ['mode must be "assert" or "report"'],
      },
      {
        tests: [page('teal')],
        options: { suit: 'a' },
        code: 1,
        says: ['unknown option "suit"; the options are suite,'],
      },
    ],
  },
];
