import type { Diff, Review, SnapshotHistory } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { buildScreenshots } from '../../../testing/scenarios/buildScreenshots.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

let service: TestService;
let ada: SignedIn;
let grace: SignedIn;
beforeAll(async () => {
  service = await startTestService();
  ada = await signInAs(service, 'Ada', 'reviewer');
  grace = await signInAs(service, 'Grace', 'reviewer');
});
afterAll(() => service?.stop());

let suites = 0;
const newSuite = () => `noted ${++suites}`;

/** A build of the branch `topic` with the same two new snapshots each time. */
const build = (suite: string, commit = 'c0ffee1'): Promise<Diff> =>
  buildScreenshots(service, { suite, branch: 'topic', commit }, { button: 40, card: 41 });

const noted = async ({ id }: Diff) => {
  const { results } = (await service.ask<Diff>('GET', `/api/v1/diffs/${id}`)).body;
  const review = unpackReview((await service.ask<Review>('GET', `/api/v1/diffs/${id}/review`)).body);
  const told = (some: typeof results | typeof review) =>
    some.map(({ name, approvalStatus, decidedBy, note }) => [name, approvalStatus, decidedBy, note]);
  expect(told(review)).toEqual(told(results));
  return told(results);
};
const historyOf = async (suite: string, name = 'button') =>
  (
    await service.ask<SnapshotHistory>('GET', `/api/v1/snapshots/history?suite=${suite}&name=${name}`)
  ).body.events
    .flatMap(({ decisions }) => decisions)
    .map(({ kind, actor, note, revokedAt }) => [kind, actor, note, revokedAt !== null]);

test('one note covers all that is rejected at once, and shows in results, review and history', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  const answer = await ada.ask('POST', `/diffs/${diff.id}/reject`, { note: ' Too dark\r\non Mondays ' });
  expect(answer).toEqual({ status: 200, body: { rejected: 2, total: 2 } });
  const note = 'Too dark\non Mondays';
  expect(await noted(diff)).toEqual([
    ['button', 'rejected', 'user:Ada', note],
    ['card', 'rejected', 'user:Ada', note],
  ]);
  expect(await historyOf(suite)).toEqual([['rejected', 'user:Ada', note, false]]);
  const { rows } = await sql<{ action: string }>`
    select action, details from audit_log where target = ${diff.id} order by id`.execute(
    service.resources.database,
  );
  expect(rows.map(({ action }) => action)).toEqual(['diff.rejected']);
  expect(JSON.stringify(rows)).not.toContain('Mondays');
});

test('the same person changes the note in place, in every build that shows the rejection', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  await ada.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['button'], note: 'first' });
  const next = await build(suite, 'c0ffee2');
  expect((await noted(next))[0]).toEqual(['button', 'rejected', 'user:Ada', 'first']);
  const again = { snapshots: ['button'], note: 'second' };
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await ada.ask('POST', `/diffs/${next.id}/reject`, again)).body).toEqual({
      rejected: 1,
      total: 1,
    });
  }
  expect((await noted(diff))[0]).toEqual(['button', 'rejected', 'user:Ada', 'second']);
  expect((await noted(next))[0]).toEqual(['button', 'rejected', 'user:Ada', 'second']);
  expect(await historyOf(suite)).toEqual([['rejected', 'user:Ada', 'second', false]]);
});

test('a note of somebody else makes the rejection theirs and loses nothing', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  await ada.ask('POST', `/diffs/${diff.id}/reject`, { note: 'of Ada' });
  // Without names, only what is pending is meant.
  await grace.ask('POST', `/diffs/${diff.id}/reject`, { note: 'of Grace' });
  expect((await noted(diff)).map(([, , by]) => by)).toEqual(['user:Ada', 'user:Ada']);
  await grace.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['card'], note: 'of Grace' });
  expect(await noted(diff)).toEqual([
    ['button', 'rejected', 'user:Ada', 'of Ada'],
    ['card', 'rejected', 'user:Grace', 'of Grace'],
  ]);
  expect(await historyOf(suite, 'card')).toEqual([
    ['rejected', 'user:Ada', 'of Ada', true],
    ['rejected', 'user:Grace', 'of Grace', false],
  ]);
  // Taken back, nothing of the earlier rejection is left.
  await grace.ask('POST', `/diffs/${diff.id}/revoke`, { snapshots: ['card'] });
  const next = await build(suite, 'c0ffee3');
  expect((await noted(next))[1]).toEqual(['card', 'pending', null, null]);
});

test('a note on what somebody approved meanwhile changes nothing', async () => {
  const diff = await build(newSuite());
  await ada.ask('POST', `/diffs/${diff.id}/reject`, {});
  await grace.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['button'] });
  const slots = ['button', 'card'].map((name) => ({ name, viewport: null, browser: null }));
  const late = await ada.ask('POST', `/diffs/${diff.id}/reject`, {
    slots,
    ifStatus: 'rejected',
    note: 'late',
  });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'DECISION_CONFLICT' } } });
  expect(await noted(diff)).toEqual([
    ['button', 'approved', 'user:Grace', null],
    ['card', 'rejected', 'user:Ada', null],
  ]);
});

test('two people who note one rejection at once leave one standing rejection with its own note', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  await ada.ask('POST', `/diffs/${diff.id}/reject`, {});
  const [one, other] = [ada, grace].map((person, index) =>
    person.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['button'], note: `note ${index}` }),
  );
  expect((await Promise.all([one, other])).map((answer) => answer?.status)).toEqual([200, 200]);
  const standing = (await historyOf(suite)).filter(([, , , isRevoked]) => !isRevoked);
  expect(standing).toHaveLength(1);
  const [[, by, note] = []] = standing;
  expect(note).toBe(by === 'user:Ada' ? 'note 0' : 'note 1');
  expect((await noted(diff))[0]).toEqual(['button', 'rejected', by, note]);
});

test.each([
  ['nothing', '', 'must not be empty'],
  ['spaces', ' \n ', 'must not be empty'],
  ['too much', 'x'.repeat(2_001), '2000'],
  ['NUL', 'a\u0000b', 'NUL'],
])('a note of %s is refused', async (_what, note, reason) => {
  const diff = await build(newSuite());
  const answer = await ada.ask('POST', `/diffs/${diff.id}/reject`, { note });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  expect(JSON.stringify(answer.body)).toContain(reason);
  expect((await noted(diff)).map(([, status]) => status)).toEqual(['pending', 'pending']);
});

test('approvals have no note', async () => {
  const diff = await build(newSuite());
  await ada.ask('POST', `/diffs/${diff.id}/approve`, { note: 'fine' });
  const { rows } =
    await sql`select note from decisions where diff_id = ${diff.id} and note is not null`.execute(
      service.resources.database,
    );
  expect(rows).toEqual([]);
});
