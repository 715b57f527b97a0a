import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../../testing/people/signInAs.js';
import { runDueJobs } from '../../../testing/runDueJobs.js';
import { type RunOptions, runParts } from '../../../testing/runParts.js';
import { removeAllRows } from '../../../testing/scenarios/removeAllRows.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
  parts = runParts(service);
});
afterAll(() => service?.stop());

/** Another suite is built at the commit, so that all of its checks are judged again. */
async function judgeAgain(run: RunOptions): Promise<void> {
  await removeAllRows(service.resources.database);
  await parts.run({ ...run, suite: 'another' }, { c: 1 });
  await runDueJobs(service);
}

test('a check that the newest build of its commit made green stays green', async () => {
  const run = { branch: 'main', commit: 'c0ffee02', baselineRef: 'main' };
  await parts.run({ ...run, commit: 'c0ffee01', autoApprove: true }, { a: 10, b: 20 });
  await parts.run(run, { a: 99, b: 20 });
  await parts.run(run, { a: 10, b: 20 });
  await runDueJobs(service);
  expect(await parts.check(run.commit, 'forms')).toBe('success: No changes');
  await judgeAgain(run);
  expect(await parts.check(run.commit, 'forms')).toBe('success: No changes');
});

test('a check that waits for a second approval still does', async () => {
  const boss = await signInAs(service, 'Boss', 'maintainer');
  const ann = await signInAs(service, 'Ann', 'reviewer');
  await boss.ask('POST', '/settings', { requiredApprovals: 2 });
  const run = { branch: 'feature', commit: 'c0ffee03', baselineRef: 'main' };
  const { diffId } = await parts.run(run, { a: 99, b: 20 });
  expect((await ann.ask('POST', `/diffs/${diffId}/approve`, {})).status).toBe(200);
  await parts.run(run, { a: 99, b: 20 });
  await runDueJobs(service);
  const waiting = 'failure: Approved by Ann, waiting for a second approval';
  expect(await parts.check(run.commit, 'forms')).toBe(waiting);
  await judgeAgain(run);
  expect(await parts.check(run.commit, 'forms')).toBe(waiting);
});
