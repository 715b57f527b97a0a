import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../../../sdk/testing/closeAfterAll.js';
import { sampleCounts, sampleDiff, sampleResult } from '../../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../../testing/outputSchema.js';
import { runSvc } from '../../../testing/runSvc.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-branch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const kept = closeAfterAll();
const commit = 'c'.repeat(40);

/** A diff as lists have it. */
function summary(given: Parameters<typeof sampleDiff>[0]) {
  const { results, failures, isStale, resultsRemovedAt, ...fields } = sampleDiff(given);
  return fields;
}

const build = (captureId: string, diff: object | null) => ({
  captureId,
  commit,
  status: 'completed',
  createdAt: '2026-11-25T14:03:00.000Z',
  diff,
  decisions: [],
  baselines: [],
});

const waiting = summary({
  id: 'dif_2',
  suite: 'web',
  status: 'completed',
  conclusion: 'failure',
  counts: sampleCounts([sampleResult({ status: 'changed', approvalStatus: 'pending' })], 0),
  reviewUrl: 'http://svc/acme/web/diffs/dif_2',
});
const passed = summary({
  id: 'dif_1',
  suite: 'e2e',
  status: 'completed',
  conclusion: 'success',
  counts: sampleCounts([], 0),
  reviewUrl: 'http://svc/acme/web/diffs/dif_1',
});

const suite = (name: string) => ({ name, baselineCount: 1, lastDiff: null, lastCaptureAt: null });

async function setUp(handlers: FakeHandlers = {}) {
  const service = kept(
    await startFakeService({
      listSuites: ({ query }) =>
        query.cursor
          ? { suites: [suite('web'), suite('set')], nextCursor: null }
          : { suites: [suite('e2e'), suite('idle')], nextCursor: 'more' },
      listBuilds: ({ query }) => {
        const builds: Record<string, object[]> = {
          e2e: [build('cap_1', passed)],
          web: [build('cap_2', waiting)],
          set: [build('cap_3', null)],
        };
        return { builds: builds[query.suite ?? ''] ?? [], nextCursor: null };
      },
      listCheckRuns: () => ({
        checkRuns: [
          {
            id: 'chk_1',
            diffId: 'dif_2',
            suite: 'web',
            commit,
            status: 'completed',
            conclusion: 'failure',
            title: '1 to review',
            isShown: true,
            url: 'http://host/check/1',
            attempts: 0,
            nextAttemptAt: null,
            error: null,
          },
        ],
      }),
      ...handlers,
    }),
  );
  const svc = (args: string[], env = {}) =>
    runSvc(args, {
      cwd: folder,
      env: {
        SVC_API_KEY: 'svc_test',
        SVC_API_URL: service.url,
        SVC_BRANCH: 'topic',
        SVC_COMMIT: commit,
        ...env,
      },
    });
  return { service, svc };
}

test('svc status shows the newest build of each suite, what is to do, the check and the page', async () => {
  const { svc, service } = await setUp();
  const { stdout, code } = await svc(['status']);
  expect(stdout.split('\n')).toEqual([
    'Branch topic',
    'Suite "set" at ccccccc, 2026-11-25 14:03 UTC',
    '  Captured without a comparison',
    'Suite "web" at ccccccc, 2026-11-25 14:03 UTC: 1 changed, 0 new, 0 removed, 0 unchanged',
    '  To do: 1 waiting for review',
    '  Check: failure: 1 to review  http://host/check/1',
    '  Review: http://svc/acme/web/diffs/dif_2',
    'Suite "e2e" at ccccccc, 2026-11-25 14:03 UTC: 0 changed, 0 new, 0 removed, 0 unchanged',
    '  Nothing to review',
    '  Review: http://svc/acme/web/diffs/dif_1',
    '',
  ]);
  expect(code).toBe(0);
  expect(service.of('listBuilds').map(({ query }) => query.branch)).toEqual(Array(4).fill('topic'));
  const json = await svc(['status', '--json', '--suite', 'web']);
  expect(outputProblems(JSON.parse(json.stdout))).toBeNull();
  expect(JSON.parse(json.stdout)).toMatchObject({
    branch: 'topic',
    head: commit,
    builds: [{ suite: 'web', conclusion: 'failure', check: { conclusion: 'failure', title: '1 to review' } }],
  });
  expect(service.problems).toEqual([]);
});

test('svc status tells a commit without a build, a branch without any, and a suite that is not there', async () => {
  const { svc } = await setUp();
  const other = await svc(['status', '--suite', 'web'], { SVC_COMMIT: 'd'.repeat(40) });
  expect(other.stdout).toContain('The commit that is checked out, ddddddd, has no build yet\n');
  const none = await svc(['status', '--suite', 'idle']);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toMatch(/^svc: branch topic has no build in suite "idle" yet: /);
  const missing = await setUp({ listBuilds: () => new Refusal('SUITE_NOT_FOUND', 'Suite not found') });
  expect((await missing.svc(['status', '--suite', 'x'])).stderr).toBe('svc: this project has no suite "x"\n');
});

test('svc open prints the page of the newest diff, and opens it where there is a browser', async () => {
  const { svc } = await setUp();
  const page = 'http://svc/acme/web/diffs/dif_2\n';
  expect(await svc(['open'])).toEqual({ code: 0, stdout: page, stderr: '' });
  const opened = join(folder, 'opened');
  const browser = join(folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >${opened}.new && mv ${opened}.new ${opened}\n`);
  chmodSync(browser, 0o755);
  expect((await svc(['open', '--no-browser'], { BROWSER: browser })).stdout).toBe(page);
  expect(existsSync(opened)).toBe(false);
  expect(await svc(['open'], { BROWSER: browser })).toMatchObject({ code: 0, stdout: page });
  await expect.poll(() => existsSync(opened)).toBe(true);
  expect(readFileSync(opened, 'utf8')).toBe(page);
  const failed = await svc(['open', '--suite', 'set']);
  expect(failed).toMatchObject({ code: 2, stdout: '' });
  expect(failed.stderr).toContain('were not compared with anything');
});
