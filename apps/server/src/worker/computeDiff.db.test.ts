import { afterAll, beforeAll, expect, test } from 'vitest';
import { runDueJobs } from '../../testing/runDueJobs.js';
import { runParts } from '../../testing/runParts.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { giveUp } from '../service/giveUp.js';
import { computeDiff } from './computeDiff.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

const statusOf = async (diffId: string): Promise<string> =>
  (
    await service.resources.database
      .selectFrom('diffs')
      .select('status')
      .where('id', '=', diffId)
      .executeTakeFirstOrThrow()
  ).status;

test('a build that ends while older ones are compared again is settled after them', async () => {
  const { run, post, check } = runParts(service);
  const old = await run({ branch: 'main', commit: 'c1', autoApprove: true }, { button: 1 });
  await post(`/diffs/${old.diffId}/rediff`, {});
  const { diffId, completed } = await run({ branch: 'f1', commit: 'c2', baselineRef: 'main' }, { button: 1 });
  expect(completed.diffs).toMatchObject([{ diffId, conclusion: 'success' }]);
  expect(await check('c2')).toMatch(/^open/);
  await runDueJobs(service);
  expect([await statusOf(old.diffId), await statusOf(diffId)]).toEqual(['completed', 'completed']);
  expect(await check('c2')).not.toMatch(/^open/);
});

test('a diff that cannot be compared again does not hold up newer ones', async () => {
  const { run, post } = runParts(service);
  const suite = 'lost';
  await run({ suite, branch: 'main', commit: 'c1', autoApprove: true }, { button: 1 });
  const old = await run({ suite, branch: 'f1', commit: 'c2', baselineRef: 'main' }, { button: 100 });
  await run({ suite, branch: 'main', commit: 'c3', autoApprove: true }, { button: 200 });
  const newer = await run({ suite, branch: 'f2', commit: 'c4', baselineRef: 'main' }, { button: 200 });
  for (const { diffId } of [old, newer]) await post(`/diffs/${diffId}/rediff`, {});
  const compare = () => Promise.reject(new Error('the image is damaged'));
  const { signal } = new AbortController();
  const resources = { ...service.resources, compare };
  await expect(computeDiff(resources, old.diffId, signal)).rejects.toThrow('the image is damaged');
  await computeDiff(resources, newer.diffId, signal);
  expect([await statusOf(old.diffId), await statusOf(newer.diffId)]).toEqual(['processing', 'completed']);
  await runDueJobs(service);
  expect(await statusOf(old.diffId)).toBe('completed');
});

test('a diff that was asked for again does not fail with a job that was given up before', async () => {
  const { run, post } = runParts(service);
  const { diffId } = await run(
    { suite: 'again', branch: 'main', commit: 'c1', autoApprove: true },
    { button: 1 },
  );
  await post(`/diffs/${diffId}/rediff`, {});
  const error = new Error('its worker died three times');
  await giveUp(service.resources, { diffId }, error);
  expect(await statusOf(diffId)).toBe('processing');
  await runDueJobs(service);
  expect(await statusOf(diffId)).toBe('completed');
});
