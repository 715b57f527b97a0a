import { afterAll, beforeAll, expect, test } from 'vitest';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { Database } from '../../store/database.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const [first, last] = ['1'.repeat(40), 'f'.repeat(40)];

/** The check of a commit, locked; null where somebody else holds it. */
const lockFree = async (database: Database, commit: string) =>
  (await database
    .selectFrom('checkRuns')
    .select('id')
    .where('commit', '=', commit)
    .where('suiteId', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) ?? null;

test.each(['approve', 'reject'])('the checks of several commits are held in one order: %s', async (verb) => {
  const { run, post } = runParts(service);
  const suite = `of-${verb}`;
  await run({ suite, branch: 'main', commit: 'c0', autoApprove: true }, { button: 1 });
  const branch = `feature-${verb}`;
  await run({ suite, branch, commit: last }, { button: 200 });
  const { diffId } = await run({ suite, branch, commit: first }, { button: 200 });

  const { database } = service.resources;
  const { decided } = await database.transaction().execute(async (transaction) => {
    expect(await lockFree(transaction, last)).not.toBeNull();
    const decided = post(`/diffs/${diffId}/${verb}`, {});
    // The last one is waited for, which is to come when the first one is held.
    await expect.poll(() => lockFree(database, first), { timeout: 25_000 }).toBeNull();
    return { decided };
  });
  await decided;
  expect(await lockFree(database, first)).not.toBeNull();
});
