import type { Diff } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageHash } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

/** Half of them are more than are looked up one by one in a log. */
const slotCount = 1_000;
const names = Array.from({ length: slotCount }, (_, index) => `story ${index}`);
const [low, high] = [names.slice(0, slotCount / 2), names.slice(slotCount / 2)];

let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  service = await startTestService();
  parts = runParts(service);
  await parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { dark: 10, light: 170 });
});
afterAll(() => service.stop());

const approve = (id: string, some?: readonly string[]) =>
  service.ask<Diff>('POST', `/api/v1/diffs/${id}/approve`, some ? { snapshots: some } : {});
const countsOf = async (id: string) =>
  (await service.ask<Diff>('GET', `/api/v1/diffs/${id}?fields=summary`)).body.counts;

/** Names and hashes of what stands in the log of the branch, uncovered. */
async function standing(suite: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select entry.name || ' ' || encode(entry.hash, 'hex') entry
    from baseline_entries entry join suites on suites.id = entry.suite_id
    where suites.name = ${suite} and branch = 'feature' and revoked_seq is null and covered_by is null`.execute(
    service.resources.database,
  );
  return rows.map(({ entry }) => entry).sort();
}

test('approvals of halves, of the whole and of a build that looks the same leave one baseline for each snapshot', async () => {
  const suite = 'at once';
  const build = (commit: string, red: number) =>
    parts.runKnown({ suite, branch: 'feature', commit }, names, red);
  // The first time into a log that is empty, the second into one that has as many entries.
  for (const [round, red] of [10, 170].entries()) {
    const first = await build(`c${round}1`, red);
    const second = await build(`c${round}2`, red);
    const answers = await Promise.all([
      approve(second, low),
      approve(first),
      approve(second, high),
      approve(second),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countsOf(second)).toMatchObject({ pending: 0, approved: slotCount });
    expect(await standing(suite)).toEqual(names.map((name) => `${name} ${imageHash(red)}`).sort());
  }
  expect(await countsOf(await build('c3', 170))).toMatchObject({ pending: 0, unchanged: slotCount });
});
