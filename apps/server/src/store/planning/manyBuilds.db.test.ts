import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';
import { signInAs } from '../../../testing/people/signInAs.js';

const builds = 20;
const names = Array.from({ length: 200 }, (_, index) => `story ${index}`);
/** Rows that a statement may look at for each result of all builds. Each with those of all builds are ten for each build. */
const mostEach = 60;

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
  await watched.parts.run(
    { suite: 'shades', branch: 'shades', commit: 'c0ffee' },
    { dark: 10, middle: 120, light: 200 },
  );
});
afterAll(() => watched?.stop());

/** Asks, and requires of every statement that it looked at rows in proportion to some number of results. */
async function within<Answer>(count: number, what: string, asking: () => Promise<Answer>): Promise<Answer> {
  watched.take();
  const answer = await asking();
  const plans = watched.take();
  expect(plans.length, `${what}: statements`).toBeGreaterThan(0);
  expect(
    plans.filter(({ rows }) => rows > mostEach * count),
    what,
  ).toEqual([]);
  return answer;
}

test('an approval that waits for a second one in many builds is looked up once in each', async () => {
  await watched.parts.post(
    `/diffs/${await watched.parts.runKnown({ branch: 'main', commit: 'c0' }, names, 10)}/approve`,
    {},
  );
  const boss = await signInAs(watched.service, 'Boss', 'maintainer');
  expect((await boss.ask('POST', '/settings', { requiredApprovals: 2 })).status).toBe(200);
  let diffId = '';
  for (let build = 0; build < builds; build++)
    diffId = await watched.parts.runKnown({ branch: 'redesign', commit: `d${build}` }, names, 200);
  await sql`analyze`.execute(watched.service.resources.database);
  const ann = await signInAs(watched.service, 'Ann', 'reviewer');
  for (const [who, snapshots] of [
    [ann, names.slice(1)],
    [ann, names],
    [boss, names.slice(0, 1)],
    [boss, names],
  ] as const) {
    const asking = () => who.ask('POST', `/diffs/${diffId}/approve`, { snapshots });
    const approved = await within(builds * names.length, `${who.name} approves ${snapshots.length}`, asking);
    expect(approved.status).toBe(200);
  }
});
