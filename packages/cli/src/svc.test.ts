import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoryEntry } from '@svc/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../sdk/testing/closeAfterAll.js';
import {
  sampleCapture,
  sampleCounts,
  sampleDiff,
  sampleSite,
  sampleSnapshot,
} from '../../sdk/testing/samples.js';
import type { FakeService } from '../../sdk/testing/startFakeService.js';
import { Refusal } from '../../sdk/testing/startFakeService.js';
import { runSvc, type SvcOptions } from '../testing/runSvc.js';
import { resultsOf, type Scenario, startScenario } from '../testing/startScenario.js';
import { version } from './version.js';

const root = mkdtempSync(join(tmpdir(), 'svc-cli-'));
const repository = join(root, 'repository');

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
let head = '';

beforeAll(() => {
  write('storybook/iframe.html');
  write('storybook/index.json', '{}');
  write('built/storybook-static/iframe.html');
  write('built/storybook-static/index.json', '{}');
  write('ladle/meta.json', '{}');
  write('ladle/index.html');
  write('shots/home.png', 'home');
  write('shots/forms/button.PNG', 'button');
  write('shots/forms/notes.txt', 'no image');
  write('shots/.hidden.png', 'hidden');
  write('none/notes.txt');
  git('init', '-b', 'topic');
  git('commit', '--allow-empty', '-m', 'one');
  head = git('rev-parse', 'HEAD');
});
afterAll(() => rmSync(root, { recursive: true }));

const kept = closeAfterAll();

async function setUp(scenario: Scenario = {}) {
  const service = kept(await startScenario(scenario));
  const svc = (args: string[], { env, ...options }: SvcOptions = {}) =>
    runSvc(args, {
      cwd: repository,
      env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url, ...env },
      ...options,
    });
  return { service, svc };
}

const story = (title: string, name: string, parameters?: StoryEntry['parameters']): StoryEntry => ({
  title,
  name,
  id: `${title}--${name}`.toLowerCase(),
  url: `iframe.html?id=${title}--${name}`.toLowerCase(),
  parameters,
});
const stories = [
  story('Button', 'Primary', { modes: { dark: { theme: 'dark' } } }),
  story('Button', 'Plain'),
  story('Card', 'Open', { viewports: [320, 640] }),
  story('Card', 'Off', { disable: true }),
];
const allNames = ['Button/Primary[dark]', 'Button/Plain', 'Card/Open__320', 'Card/Open__640'];
const changed = () => [
  ...resultsOf('changed', 'Button/Plain'),
  ...resultsOf('new', 'Card/Open__640'),
  ...resultsOf('removed', 'Gone'),
  ...resultsOf('unchanged', 'Card/Open__320'),
];

type CaptureBody = { targets: { name: string; url: string }[] } & Record<string, unknown>;
const captureBody = (service: FakeService) => service.of('createCapture')[0]?.body as CaptureBody;

describe.concurrent('svc stories-a', () => {
  test('uploads, discovers, explodes, captures, compares, and exits 1 on changes', async () => {
    const { svc, service } = await setUp({ stories, results: changed() });
    const { code, stdout, stderr } = await svc(['stories-a', 'storybook']);
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      'findKnownCommits',
      'addCommits',
      'announceSite',
      'uploadSiteFiles',
      'getSite',
      'discoverStories',
      'createCapture',
      'getCapture',
      'getCapture',
      'getCapture',
      'createDiff',
      'getDiff',
    ]);
    const body = captureBody(service);
    expect(body).toMatchObject({
      suite: 'default',
      branch: 'topic',
      commit: head,
      history: [head],
      complete: true,
      partial: false,
      isLocal: false,
    });
    expect(body.targets.map(({ name }) => name)).toEqual(allNames);
    expect(body.targets[0]?.url).toBe(
      'http://sit_1.sites.localhost/iframe.html?id=button--primary&globals=theme:dark',
    );
    expect(service.of('createDiff')[0]?.body).toEqual({ suite: 'default', headCaptureId: 'cap_7' });
    expect(stdout).toBe(
      [
        'Capture cap_7 of suite "default": 4 of 4 captured',
        'Diff dif_7: 1 changed, 1 new, 1 removed, 1 unchanged',
        '  changed  Button/Plain  1.23 %',
        '  new      Card/Open__640',
        '  removed  Gone',
        'To do: 3 waiting for review',
        'Review: http://service/diffs/dif_1',
        '',
      ].join('\n'),
    );
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        'Uploading 2 files (0.0 MB)',
        'Uploaded 2 of 2 files, 0.0 of 0.0 MB',
        'Discovering stories',
        'Found 4 stories, capturing 4 targets',
        'Capturing 4/4',
        'Comparing',
      ]),
    );
    expect(code).toBe(1);
  });

  test('exits 0 when nothing changed', async () => {
    const { svc } = await setUp({ stories, results: resultsOf('unchanged', ...allNames) });
    const { code, stdout } = await svc(['storybook', 'storybook']);
    expect(stdout).toContain('Nothing to review');
    expect(code).toBe(0);
  });

  test('exits 0 when all changes are approved already, 1 when one is rejected', async () => {
    const results = changed();
    for (const result of results) result.approvalStatus = 'approved';
    const approved = await setUp({ stories, results });
    expect((await approved.svc(['stories-a', 'storybook'])).code).toBe(0);
    for (const result of results.slice(0, 1)) result.approvalStatus = 'rejected';
    const rejected = await setUp({ stories, results });
    const { code, stdout } = await rejected.svc(['stories-a', 'storybook']);
    expect(stdout).toContain('To do: 1 rejected');
    expect(code).toBe(1);
  });

  test('exits 1 when a snapshot failed, and says which and why', async () => {
    const failures = [
      { name: 'Button/Plain', viewport: null, browser: null, message: 'play function threw' },
    ];
    const { svc } = await setUp({ stories, results: resultsOf('unchanged', 'Card/Open__320'), failures });
    const { code, stdout } = await svc(['stories-a', 'storybook']);
    expect(stdout).toContain('3 of 4 captured\n  failed   Button/Plain: play function threw\n');
    expect(stdout).toContain('To do: 1 not captured');
    expect(code).toBe(1);
  });

  test('exits 2 when nothing was captured', async () => {
    const failures = allNames.map((name) => ({ name, viewport: null, browser: null, message: 'no browser' }));
    const { svc } = await setUp({ stories, failures });
    const { code, stderr } = await svc(['stories-a', 'storybook']);
    expect(stderr).toContain(
      'svc: capture cap_7 failed: none of 4 snapshots was captured; "Button/Primary[dark]": no browser\n',
    );
    expect(code).toBe(2);
  });

  test('--exit-zero-on-changes turns 1 into 0', async () => {
    const { svc } = await setUp({ stories, results: changed() });
    expect((await svc(['stories-a', 'storybook', '--exit-zero-on-changes'])).code).toBe(0);
  });

  test('--auto-baseline compares nothing', async () => {
    const { svc, service } = await setUp({ stories });
    const { code, stdout } = await svc(['stories-a', 'storybook', '--auto-baseline']);
    expect(captureBody(service)).toMatchObject({ autoBaseline: true });
    expect(service.of('createDiff')).toEqual([]);
    expect(stdout).toContain('4 of 4 captured and set as baselines');
    expect(code).toBe(0);
  });

  test('--filter captures a part, which is not complete', async () => {
    const { svc, service } = await setUp({ stories });
    await svc(['stories-a', 'storybook', '--filter', 'Card/*']);
    const body = captureBody(service);
    expect(body).toMatchObject({ complete: false, partial: true });
    expect(body.targets.map(({ name }) => name)).toEqual(['Card/Open__320', 'Card/Open__640']);
  });

  test('--list prints what would be captured, and captures nothing', async () => {
    const { svc, service } = await setUp({ stories });
    const { code, stdout } = await svc(['stories-a', 'storybook', '--filter', 'Card/*', '--list']);
    expect(stdout.split('\n')).toEqual([
      'Card/Open__320  320x720',
      'Card/Open__640  640x720',
      '',
      '2 targets would be captured, 3 would not',
      'Card/Off  disabled',
      expect.stringMatching(/ does not match --filter$/),
      expect.stringMatching(/ does not match --filter$/),
      '',
    ]);
    expect([code, service.of('createCapture')]).toEqual([0, []]);
    const json = await svc(['stories-a', 'storybook', '--filter', '!Card/*', '--list', '--output', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      targets: [{ viewport: null }, { viewport: null }],
      leftOut: [{ name: 'Card/Off', reason: 'disabled' }, {}, {}],
    });
  });

  test('--ephemeral sends neither branch nor commit', async () => {
    const { svc, service } = await setUp({ stories });
    await svc(['stories-a', 'storybook', '--ephemeral', '--branch', 'x', '--commit', 'c']);
    expect(Object.keys(captureBody(service)).sort()).toEqual(
      ['suite', 'ephemeral', 'isLocal', 'targets', 'complete', 'partial'].sort(),
    );
  });

  test('flags and environment say where the run belongs', async () => {
    const { svc, service } = await setUp({ stories });
    const env = { SVC_LOCAL: 'true', SVC_PROJECT: 'acme/web', SVC_BASELINE_REF: 'main', SVC_COMMIT: 'env' };
    await svc(['stories-a', 'storybook', '--suite', 'ui', '--branch', 'given'], { env });
    expect(captureBody(service)).toMatchObject({
      suite: 'ui',
      branch: 'given',
      commit: 'env',
      baselineRef: 'main',
      isLocal: true,
    });
    expect(service.of('createDiff')[0]?.body).toMatchObject({ suite: 'ui', baselineRef: 'main' });
    expect(service.requests[0]?.headers['x-svc-project']).toBe('acme/web');
  });

  test('--output json prints one document', async () => {
    const failures = [{ name: 'Button/Primary[dark]', viewport: null, browser: null, message: 'threw' }];
    const { svc } = await setUp({ stories, results: changed(), failures });
    const { code, stdout } = await svc(['stories-a', 'storybook', '--output', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      version: 2,
      suite: 'default',
      branch: 'topic',
      commit: head,
      captureId: 'cap_7',
      diffId: 'dif_7',
      reviewUrl: 'http://service/diffs/dif_1',
      conclusion: 'failure',
      judging: true,
      awaiting: 0,
      exitCode: 1,
      snapshots: { total: 4, completed: 3, failed: 1, carried: 0 },
      accessibility: null,
      ignoredCount: 0,
      counts: {
        changed: 1,
        new: 1,
        removed: 1,
        unchanged: 1,
        skipped: 0,
        failed: 1,
        pending: 3,
        approved: 0,
        rejected: 0,
      },
      changed: ['Button/Plain'],
      new: ['Card/Open__640'],
      removed: ['Gone'],
      results: changed().map(({ name, status, diffPercentage, approvalStatus }) => ({
        name,
        viewport: null,
        browser: null,
        status,
        diffPercentage,
        approvalStatus,
        decidedBy: null,
        decidedAt: null,
        note: null,
        approvals: null,
        ignoredUntil: null,
        ignoredBy: null,
        carried: false,
        milliseconds: null,
        ignored: null,
        reason: null,
        subthreshold: null,
        similarity: null,
        incomplete: [],
        baselineSource: null,
        baseline: null,
        currentImageUrl: null,
        baselineImageUrl: null,
        diffImageUrl: null,
        alignedDiffImageUrl: null,
        regions: null,
        rowChanges: null,
        columnChanges: null,
        moves: null,
        causes: null,
      })),
      failed: failures,
    });
    expect(code).toBe(1);
  });

  test.each<[string, StoryEntry[], string[], RegExp]>([
    ['an empty build', [], [], /^svc: the build has no stories$/m],
    [
      'disabled stories',
      [story('A', 'B', { disable: true })],
      [],
      /^svc: all stories of the build are disabled \(1\)$/m,
    ],
    [
      'a filter without a match',
      stories,
      ['--filter', 'X'],
      /^svc: --filter "X" matches none of 4 targets, such as "Button/m,
    ],
    ...['', ' ', '!', 'tag:'].map((filter): [string, ReturnType<typeof story>[], string[], RegExp] => [
      `the filter "${filter}"`,
      stories,
      ['--filter', filter],
      /^svc: option '--filter <glob>' argument '.*' is invalid\. It must match stories/m,
    ]),
    [
      'stories of one name',
      [story('A', 'B'), story('A', 'B')],
      [],
      /^svc: two stories would both be named "A\/B"/m,
    ],
  ])('%s ends in one clear line and 2', async (_what, list, flags, message) => {
    const { svc, service } = await setUp({ stories: list });
    const { code, stdout, stderr } = await svc(['stories-a', 'storybook', ...flags]);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(service.of('createCapture')).toEqual([]);
    expect(code).toBe(2);
  });

  test('a build that the service cannot read ends with its reason', async () => {
    const { svc } = await setUp({
      handlers: { getSite: () => sampleSite({ status: 'failed', error: 'the archive holds a link' }) },
    });
    const { code, stderr } = await svc(['stories-a', 'storybook']);
    expect(stderr).toContain('svc: the archive holds a link\n');
    expect(code).toBe(2);
  });
});

describe.concurrent('svc stories-b', () => {
  test('captures a Ladle build', async () => {
    const { svc, service } = await setUp({ stories, results: changed() });
    expect((await svc(['ladle', 'ladle'])).code).toBe(1);
    const [first] = captureBody(service).targets;
    expect(first).toEqual({
      name: 'Button/Primary[dark]',
      url: 'http://sit_1.sites.localhost/iframe.html?id=button--primary&theme=dark',
      path: ['Button', 'Primary[dark]'],
      metadata: {
        framework: 'stories-b',
        storyId: 'button--primary',
        tags: [],
        globals: { theme: 'dark' },
      },
    });
  });
});

describe.concurrent('svc capture', () => {
  test('sends the targets of the file', async () => {
    const targets = [
      { name: 'Home', url: 'https://example.com/', viewport: { width: 1280, height: 720 } },
      { name: 'About', url: 'https://example.com/about' },
    ];
    write('targets.json', JSON.stringify(targets));
    const { svc, service } = await setUp({ results: resultsOf('unchanged', 'Home', 'About') });
    const { code } = await svc(['capture', 'targets.json', '--framework', 'stories-a']);
    expect(captureBody(service).targets).toEqual(
      targets.map((target) => ({ ...target, framework: 'stories-a' })),
    );
    expect(captureBody(service).complete).toBeUndefined();
    expect(code).toBe(0);
  });

  test('a bad entry is named, before anything is sent', async () => {
    write('bad.json', JSON.stringify([{ name: 'Home', url: 'ftp://example.com/' }]));
    const { svc, service } = await setUp();
    const { code, stderr } = await svc(['capture', 'bad.json']);
    expect(stderr).toBe('svc: bad.json, entry 1 ("Home"): url must be an http or https address\n');
    expect(service.requests).toEqual([]);
    expect(code).toBe(2);
  });
});

describe.concurrent('svc upload', () => {
  test('uploads the PNG files, named by their paths', async () => {
    const { svc, service } = await setUp({ results: resultsOf('new', 'home', 'forms/button') });
    const { code } = await svc(['upload', 'shots']);
    expect(captureBody(service)).toMatchObject({
      complete: true,
      snapshots: [{ name: 'forms/button' }, { name: 'home' }],
    });
    const sent = service.of('uploadSnapshot').map(({ query, bytes }) => [query.name, bytes.toString()]);
    expect(sent.sort()).toEqual([
      ['forms/button', 'button'],
      ['home', 'home'],
    ]);
    expect(code).toBe(1);
  });

  test('continues without an image that is refused, and says why', async () => {
    const { svc } = await setUp({
      failures: [
        { name: 'home', viewport: null, browser: null, message: 'was announced, but never uploaded' },
      ],
      handlers: {
        uploadSnapshot: ({ query }) =>
          query.name === 'home' ? new Refusal('IMAGE_INVALID', 'not a PNG file') : sampleSnapshot(),
      },
    });
    const { code, stdout } = await svc(['upload', 'shots']);
    expect(stdout).toContain('  failed   home: not a PNG file\n');
    expect(code).toBe(1);
  });

  test('--report writes the document that other commands print', async () => {
    const { svc } = await setUp({ results: resultsOf('new', 'home', 'forms/button') });
    const flags = ['--report', 'reports/deep/svc.json'];
    const { code, stdout } = await svc(['upload', 'shots', ...flags]);
    const report = JSON.parse(readFileSync(join(repository, 'reports/deep/svc.json'), 'utf8'));
    expect(report).toMatchObject({ version: 2, exitCode: 1, diffId: 'dif_7', new: ['home', 'forms/button'] });
    expect(stdout).toContain('Diff dif_7: 0 changed, 2 new');
    expect(code).toBe(1);
    const failed = await svc(['upload', 'none', ...flags]);
    const failure = JSON.parse(readFileSync(join(repository, 'reports/deep/svc.json'), 'utf8'));
    expect(failure).toEqual({
      version: 2,
      exitCode: 2,
      error: { code: 'NO_SNAPSHOTS', message: 'none holds no .png, .jpg, .jpeg or .webp files' },
    });
    expect(failed.stdout).toBe('');
  });

  test('a report that cannot be written is an error before anything is sent', async () => {
    const { svc, service } = await setUp();
    const { code, stderr } = await svc(['upload', 'shots', '--report', 'none']);
    expect([code, stderr]).toEqual([2, 'svc: cannot write the report none: it is a directory\n']);
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['a session', { SVC_SESSION_ID: 'ses_1' }],
    ['a capture', {}],
  ])('an empty file fails alone in %s, which has other snapshots', async (_, env) => {
    write('partly/a.png');
    write('partly/home.png', 'home');
    const failed = { name: 'a', viewport: null, browser: null, message: 'it was not uploaded' };
    const { svc, service } = await setUp({ results: resultsOf('new', 'home'), failures: [failed] });
    const { code, stdout } = await svc(['upload', 'partly'], { env });
    expect(stdout).toMatch(/^ {2}failed {3}a(?: {2}|: )partly\/a\.png is empty: take that screenshot again/m);
    expect(service.of('uploadSnapshot').map(({ query }) => query.name)).toEqual(['home']);
    expect(code).toBe(1);
  });

  test.each([
    ['into a capture', {}],
    ['into a session', { SVC_SESSION_ID: 'ses_1' }],
  ])('sends the boxes that a file beside the image names %s', async (where, env) => {
    const folder = `masked ${where}`;
    write(`${folder}/home.png`, 'home');
    write(`${folder}/home.ignore.json`, '[{"x": 0, "y": 10, "width": 200, "height": 40.5}]');
    write(`${folder}/plain.png`, 'plain');
    const { svc, service } = await setUp({ results: resultsOf('new', 'home', 'plain') });
    await svc(['upload', folder], { env });
    const boxes = service.of('uploadSnapshot').map(({ query }) => [query.name, query.ignore ?? null]);
    const sent = '[{"x":0,"y":10,"width":200,"height":40.5}]';
    expect(boxes.sort()).toEqual([
      ['home', sent],
      ['plain', null],
    ]);
  });

  test.each([
    ['{}', 'odd/a.ignore.json is not a list in JSON: it must list boxes in pixels of its image'],
    ['[', 'odd/a.ignore.json is not a list in JSON: it must list boxes in pixels of its image'],
    ['[{"x": 0, "y": 0, "width": 9, "height": 9}, {"x": 1}]', 'odd/a.ignore.json has no box as entry 2: it'],
    ['[{"x": -1, "y": 0, "width": 9, "height": 9}]', 'odd/a.ignore.json has no box as entry 1: it'],
  ])('boxes that cannot be read are an error before anything is sent: %s', async (text, message) => {
    const name = `boxes-${Buffer.from(text).toString('hex').slice(0, 20)}${text.length}`;
    write(`${name}/odd/a.png`, 'a');
    write(`${name}/odd/a.ignore.json`, text);
    const { svc, service } = await setUp();
    const { code, stderr } = await svc(['upload', name]);
    expect(stderr).toContain(`svc: ${name}/${message}`);
    expect([code, service.requests]).toEqual([2, []]);
  });

  test('boxes without an image are an error: its name may have changed', async () => {
    write('renamed/new.png', 'new');
    write('renamed/old.ignore.json', '[]');
    const { svc } = await setUp();
    const { code, stderr } = await svc(['upload', 'renamed']);
    expect(stderr).toBe('svc: renamed/old.ignore.json belongs to the image old, which is not there\n');
    expect(code).toBe(2);
  });

  test('two files of one name are refused', async () => {
    write('twice/a.png');
    write('twice/a.PNG');
    const { svc } = await setUp();
    const { code, stderr } = await svc(['upload', 'twice']);
    expect(stderr).toBe('svc: a.PNG and a.png would both be named "a": rename one of them\n');
    expect(code).toBe(2);
  });
});

describe.concurrent('svc diff', () => {
  const known = () => sampleCapture({ id: 'cap_3', suite: 'ui', branch: 'topic', commit: head });

  test('compares the newest capture of this branch and commit', async () => {
    const { svc, service } = await setUp({ captures: [known()], results: changed() });
    const { code, stdout } = await svc(['diff', '--suite', 'ui']);
    expect(service.of('listCaptures')[0]?.query).toMatchObject({
      suite: 'ui',
      commits: head,
      branch: 'topic',
    });
    expect(service.of('createDiff')[0]?.body).toEqual({ suite: 'ui', headCaptureId: 'cap_3' });
    expect(stdout).toContain('1 changed, 1 new, 1 removed');
    expect(code).toBe(1);
  });

  test('without one says what makes one', async () => {
    const { svc } = await setUp();
    const { code, stderr } = await svc(['diff']);
    expect(stderr).toContain(
      `svc: no completed capture of suite "default" on topic at ${head.slice(0, 12)}: make one with \`svc stories-a`,
    );
    expect(code).toBe(2);
  });

  test('passes on how to compare, in the suite of the capture', async () => {
    const results = resultsOf('unchanged', 'a', 'b/c');
    const { svc, service } = await setUp({ captures: [known()], results });
    await svc([
      ...['diff', '--head-capture', 'cap_3', '--base-capture', 'cap_1', '--baseline-ref', 'main'],
      ...['--threshold', '0.5', '--anti-aliasing', 'false', '--manifest', 'a, b/c', '--target-ref', 'x'],
      ...['--target-ref', 'y'],
    ]);
    expect(service.of('createDiff')[0]?.body).toEqual({
      suite: 'ui',
      headCaptureId: 'cap_3',
      baseCaptureId: 'cap_1',
      baselineRef: 'main',
      threshold: 0.5,
      antiAliasing: false,
      manifest: ['a', 'b/c'],
      targetRefs: ['x', 'y'],
    });
  });

  test('--auto-approve approves what it found, and exits 0', async () => {
    const { svc, service } = await setUp({ captures: [known()], results: changed() });
    const { code, stdout } = await svc(['diff', '--suite', 'ui', '--auto-approve']);
    const names = ['Button/Plain', 'Card/Open__640', 'Gone'];
    const slots = names.map((name) => ({ name, viewport: null, browser: null, ifStatus: 'pending' }));
    expect(service.of('approve').map(({ id, body }) => [id, body])).toEqual([['dif_7', { slots }]]);
    expect(stdout).toContain('  changed  Button/Plain  1.23 %  approved');
    expect(code).toBe(0);
  });

  test('says that a diff on terms of its own judges nothing', async () => {
    const results = changed();
    const getDiff = () => sampleDiff({ judging: false, results, counts: sampleCounts(results) });
    const { svc } = await setUp({ captures: [known()], handlers: { getDiff } });
    const flags = ['--suite', 'ui', '--threshold', '1', '--manifest', 'Gone'];
    const { code, stdout } = await svc(['diff', ...flags]);
    expect(stdout).toContain(
      '\nThis diff judges nothing, since it was made with --threshold 1 and --manifest: the check of the commit does not count it\n',
    );
    expect(code).toBe(1);
  });

  test('names with commas go in quotes, and the flag may be repeated', async () => {
    const { svc, service } = await setUp({
      captures: [known()],
      results: resultsOf('unchanged', 'a, b', 'c', 'd'),
    });
    const flags = ['--suite', 'ui', '--manifest', '"a, b",c', '--manifest', 'd'];
    expect((await svc(['diff', ...flags])).code).toBe(0);
    expect(service.of('createDiff')[0]?.body).toMatchObject({ manifest: ['a, b', 'c', 'd'] });
  });

  test('a name of the manifest that nobody knows is an error', async () => {
    const { svc } = await setUp({ captures: [known()], results: changed() });
    const { code, stdout, stderr } = await svc(['diff', '--suite', 'ui', '--manifest', 'Gone,Typo']);
    expect(stderr).toContain(
      'svc: --manifest names "Typo", but neither capture cap_3 nor its baselines have such a snapshot; they have "Button/Plain", "Card/Open__640", "Card/Open__320", …\n',
    );
    expect([code, stdout]).toEqual([2, '']);
  });

  test('that fails says why', async () => {
    const { svc } = await setUp({
      captures: [known()],
      handlers: { getDiff: () => sampleDiff({ status: 'failed', error: 'an image is lost' }) },
    });
    const { code, stderr } = await svc(['diff', '--suite', 'ui']);
    expect(stderr).toContain('svc: diff dif_7 failed: an image is lost\n');
    expect(code).toBe(2);
  });

  test.each(['1.1', '-0.1', 'much', ''])('refuses a threshold of %j', async (threshold) => {
    const { code, stderr } = await runSvc(['diff', `--threshold=${threshold}`]);
    expect(stderr).toMatch(/^svc: .*--threshold.*0\.0 to 1\.0/);
    expect(code).toBe(2);
  });
});

describe.concurrent('wrong use', () => {
  const key = { SVC_API_KEY: 'svc_test' };

  test.each<[string[], RegExp]>([
    [['bogus'], /unknown command 'bogus'/],
    [['stories-a'], /missing required argument 'dir'/],
    [['stories-a', 'nowhere'], /directory nowhere does not exist.*`npx storybook build`/],
    [['stories-a', 'none/notes.txt'], /none\/notes\.txt is not a directory/],
    [['stories-a', 'none'], /none is not a Storybook build \(no iframe\.html\).*`npx storybook build`/],
    [['stories-a', 'ladle'], /ladle is not a Storybook build.*it is one of Ladle: use `svc stories-b`/],
    [
      ['stories-a', 'built'],
      /built is not a Storybook build.*so use `svc stories-a built\/storybook-static`/,
    ],
    [['stories-b', 'none'], /none is not a Ladle build \(no meta\.json\).*`npx ladle build`/],
    [['stories-b', 'storybook'], /use `svc stories-a`/],
    [['stories-b', 'ladle', '--only-changed'], /unknown option '--only-changed'/],
    [['stories-b', 'ladle', '--framework', 'x'], /unknown option '--framework'/],
    [['stories-a', 'storybook', '--framework', 'vue'], /--framework must be stories-a/],
    [['stories-a', 'storybook', '--output', 'xml'], /--output.*text, json/],
    [['stories-a', 'storybook', '--ephemeral', '--auto-baseline'], /cannot be combined/],
    [['capture', 'missing.json'], /the targets file missing\.json does not exist/],
    [['capture', 'none'], /the targets file none is a directory/],
    [['upload', 'none'], /none holds no \.png, \.jpg, \.jpeg or \.webp files/],
    [['upload', 'nowhere'], /directory nowhere does not exist/],
    [['upload', 'shots', '--output', 'json'], /unknown option '--output'/],
    [['diff', '--anti-aliasing', 'maybe'], /--anti-aliasing.*true, false/],
    [['diff', '--manifest', ','], /--manifest.*at least one/],
    [['diff', '--manifest', 'a,"b'], /--manifest.*quote in it has no end/],
    [['approve'], /missing required argument 'diffId'/],
  ])('svc %j', async (args, message) => {
    const { code, stderr } = await runSvc(args, { cwd: repository, env: key });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^svc: [^\n]*\n$/);
    expect(code).toBe(2);
  });

  test('without a key', async () => {
    const { code, stderr } = await runSvc(['diff', '--head-capture', 'cap_1'], { cwd: repository });
    expect(stderr).toMatch(
      /^svc: no API key, and nobody is signed in to .*: pass --api-key, set SVC_API_KEY, or run `svc login`/,
    );
    expect(code).toBe(2);
  });

  test('with a key that is refused', async () => {
    const { svc } = await setUp({
      handlers: { getCapture: () => new Refusal('UNAUTHORIZED', 'The API key is not valid') },
    });
    const { code, stderr } = await svc(['diff', '--head-capture', 'cap_1', '--api-key', 'svc_other']);
    expect(stderr).toContain('svc: The API key is not valid (used the API key from --api-key)\n');
    expect(code).toBe(2);
  });

  test('on a detached HEAD', async () => {
    const cwd = join(root, 'detached');
    git('worktree', 'add', '--detach', cwd);
    const { svc } = await setUp({ stories });
    const capture = await svc(['stories-a', join(repository, 'storybook')], { cwd });
    const diff = await svc(['diff'], { cwd });
    expect(capture).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --branch <name>') });
    expect(diff).toMatchObject({ code: 2, stderr: expect.stringContaining('--head-capture <id>') });
  });

  test('in json is a document too', async () => {
    const { code, stdout, stderr } = await runSvc(['stories-a', 'none', '--output', 'json'], {
      cwd: repository,
      env: key,
    });
    const { version, exitCode, error } = JSON.parse(stdout);
    expect([version, exitCode]).toEqual([2, 2]);
    expect(error.code).toBe('NOT_A_BUILD');
    expect(stderr).toBe(`svc: ${error.message}\n`);
    expect(code).toBe(2);
  });
});

describe.concurrent('trouble', () => {
  test('a key that is refused or a service that is away is told once', async () => {
    const { svc } = await setUp({
      handlers: { findKnownCommits: () => new Refusal('UNAUTHORIZED', 'The API key is not valid') },
    });
    const refused = await svc(['upload', 'shots']);
    expect(refused.stderr).toBe('svc: The API key is not valid (used the API key from SVC_API_KEY)\n');
    const away = await svc(['upload', 'shots', '--api-url', 'http://127.0.0.1:9']);
    expect(away.stderr.match(/^svc: .*$/gm)).toHaveLength(1);
    expect(away.stderr).not.toContain('history');
  });

  test('a service that cannot be reached is told, with what to check, and the retries', async () => {
    const { svc, service } = await setUp();
    service.misbehave(Array.from({ length: 2 }, () => ({ status: 503, headers: { 'retry-after': '0' } })));
    const { code, stderr } = await svc(['diff', '--head-capture', 'cap_1']);
    expect(stderr.match(/answered 503 Service Unavailable: .*; trying again in 0 s/g)).toHaveLength(2);
    expect(code).toBe(0);
  });

  test('the stack is for SVC_DEBUG', async () => {
    const { svc } = await setUp({
      handlers: { getCapture: () => new Refusal('CAPTURE_NOT_FOUND', 'Capture not found') },
    });
    const args = ['diff', '--head-capture', 'cap_1'];
    expect((await svc(args)).stderr).not.toContain('    at ');
    expect((await svc(args, { env: { SVC_DEBUG: '1' } })).stderr).toContain('    at ');
  });

  test.each([
    {
      cancelCapture: () => sampleCapture({ status: 'failed', completedSnapshots: 1, totalSnapshots: 3 }),
      line: 'interrupted: capture cap_7 is cancelled with 1 of 3 snapshots captured; nothing is compared with it',
    },
    {
      cancelCapture: () => new Refusal('CAPTURE_COMPLETED', 'Capture cap_7 is completed already'),
      line: 'interrupted: capture cap_7 continues in the service; compare it later with `svc diff --head-capture cap_7`',
    },
    {
      cancelCapture: () => new Refusal('FORBIDDEN', 'no'),
      line: 'interrupted: capture cap_7 continues in the service, since cancelling it failed (no); try `svc cancel cap_7`',
    },
  ])('Ctrl-C cancels the capture: $line', async ({ cancelCapture, line }) => {
    const { svc } = await setUp({
      stories,
      handlers: { getCapture: () => sampleCapture({ status: 'capturing' }), cancelCapture },
    });
    const { code, stderr, stdout } = await svc(['stories-a', 'storybook', '--output', 'json'], {
      watch: (text, kill) => {
        if (text.endsWith('Capturing 0/0\n')) kill('SIGINT');
      },
    });
    expect(stderr.endsWith(`svc: ${line}\n`)).toBe(true);
    const error = { code: 'INTERRUPTED', message: line };
    expect(JSON.parse(stdout)).toEqual({ version: 2, exitCode: 130, error });
    expect(code).toBe(130);
  });

  test('Ctrl-C while the service makes the capture cancels it once it is there', async () => {
    let interrupt = () => {};
    const { svc, service } = await setUp({
      stories,
      handlers: {
        createCapture: async () => {
          interrupt();
          // The command has the signal, and its request is under way.
          await new Promise((resolve) => setTimeout(resolve, 200));
          return sampleCapture({ id: 'cap_8', status: 'capturing' });
        },
        cancelCapture: () => sampleCapture({ status: 'failed', completedSnapshots: 0, totalSnapshots: 2 }),
      },
    });
    const { code, stderr } = await svc(['stories-a', 'storybook'], {
      watch: (_text, kill) => {
        interrupt = () => kill('SIGINT');
      },
    });
    expect(service.of('cancelCapture')).toHaveLength(1);
    expect(stderr).toContain('svc: interrupted: capture cap_8 is cancelled with 0 of 2 snapshots captured');
    expect(code).toBe(130);
  });

  test('a terminal that closes cancels the capture, however often it says so', async () => {
    let hangUp = () => {};
    const { svc, service } = await setUp({
      stories,
      handlers: {
        getCapture: () => sampleCapture({ status: 'capturing' }),
        cancelCapture: () => {
          hangUp();
          return sampleCapture({ status: 'failed' });
        },
      },
    });
    const { code, stderr } = await svc(['stories-a', 'storybook'], {
      watch: (text, kill) => {
        hangUp = () => kill('SIGHUP');
        if (text.endsWith('Capturing 0/0\n')) hangUp();
      },
    });
    expect(service.of('cancelCapture')).toHaveLength(1);
    expect(stderr).toContain('svc: interrupted: capture cap_7 is cancelled');
    expect(code).toBe(130);
  });

  test('a target that the service refuses is named, not counted', async () => {
    const path = 'targets[1].name';
    const message = 'must be at most 512 characters';
    const { svc } = await setUp({
      stories: [story('Card', 'Open'), story('Card', 'é'.repeat(100))],
      handlers: {
        createCapture: () =>
          new Refusal('VALIDATION_ERROR', `${path} ${message} (and 1 more)`, [
            { path, message },
            { path: 'targets[1].path[1]', message: 'must have at most 512 characters' },
          ]),
      },
    });
    const { code, stderr } = await svc(['stories-a', 'storybook']);
    const named = `target "Card/${'é'.repeat(75)}…"`;
    expect(stderr).toContain(
      `svc: name of ${named} ${message} (and 1 more); path[1] of ${named} must have at most 512 characters\n`,
    );
    expect(code).toBe(2);
  });

  test.each(['cap_9', 'https://svc.example.com/captures/cap_9'])(
    'a capture %s that is not there',
    async (id) => {
      const refuse = (path: string) => () =>
        id === 'cap_9'
          ? new Refusal('CAPTURE_NOT_FOUND', 'Capture not found')
          : new Refusal('VALIDATION_ERROR', `${path} is not an id`, [{ path, message: 'is not an id' }]);
      const line = (missing: string) => `svc: this project has no capture ${missing}\n`;
      const head = await setUp({ handlers: { getCapture: refuse('id') } });
      expect((await head.svc(['diff', '--head-capture', id])).stderr).toContain(line(id));
      const base = await setUp({ handlers: { createDiff: refuse('baseCaptureId') } });
      const both = await base.svc(['diff', '--head-capture', 'cap_1', '--base-capture', 'cap_9']);
      expect(both.stderr).toContain(line('cap_9'));
      expect(both.code).toBe(2);
    },
  );
});

test('svc alone prints its help, and -v its version', async () => {
  const alone = await runSvc([]);
  expect(alone).toEqual(await runSvc(['--help']));
  expect(alone.code).toBe(0);
  for (const flag of ['-v', '--version']) {
    expect(await runSvc([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test.each([
  [['help', 'uplod'], "unknown command 'uplod' (Did you mean upload?)"],
  [['help', 'baselines', 'nope'], "unknown command 'nope'"],
  [['baselines', 'help', 'nope'], "unknown command 'nope'"],
  [['help', 'upload', 'nope'], "unknown command 'nope'"],
])('svc %j is refused', async (args, words) => {
  const { code, stdout, stderr } = await runSvc(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`svc: ${words} (`);
});

test.each([
  [['help', 'help'], []],
  [['help', '--help'], []],
  [
    ['help', 'baselines', 'list'],
    ['baselines', 'list'],
  ],
  [
    ['baselines', 'help', 'list'],
    ['baselines', 'list'],
  ],
  [['baselines', 'help'], ['baselines']],
])('svc %j helps', async (args, path) => {
  const { code, stdout, stderr } = await runSvc(args);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: ${['svc', ...path].join(' ')} `));
  expect(stdout).toBe((await runSvc([...path, '--help'])).stdout);
});

test.each([
  ['upload', ''],
  ['upload', '.', '--suite', ''],
  ['upload', '.', '--suite', 'a\nb'],
  ['upload', '.', '--suite', 'x'.repeat(513)],
  ['stories-a', '.', '--suite='],
  ['diff', '--target-ref', ''],
  ['run', '--container=', '--', 'true'],
  ['approve', 'dif_1', '--snapshot', ''],
  ['whoami', '--api-url', ''],
])('svc %s refuses an empty or impossible value before it does anything: %j', async (...args) => {
  const { code, stdout, stderr } = await runSvc(args, { env: { SVC_API_KEY: 'svc_test' } });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^svc: .* is invalid.* It (is empty|is longer|must not be empty|contains control)/);
});

test('a reader that has seen enough is not a failure', () => {
  const program = fileURLToPath(new URL('../bin/svc.js', import.meta.url));
  const script = `"${process.execPath}" "${program}" --help | true; "${process.execPath}" "${program}" --help | head -n 1`;
  const { status, stdout, stderr } = spawnSync(script, { shell: '/bin/sh', encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, 'Usage: svc [options] [command]\n', '']);
});

const described = [
  'rediff',
  'run',
  'local',
  'explain',
  'stories-a',
  'stories-b',
  'capture',
  'upload',
  'diff',
  'approve',
  'reject',
  'revoke',
];

test('help names every command', async () => {
  const { code, stdout } = await runSvc(['--help']);
  expect(code).toBe(0);
  for (const command of described) expect(stdout).toContain(`  ${command}`);
});

test.each(described)('help of %s is complete', async (command) => {
  const help = await runSvc([command, '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Example');
  if (command === 'stories-a') expect(help.stdout).toContain('--only-changed');
});
