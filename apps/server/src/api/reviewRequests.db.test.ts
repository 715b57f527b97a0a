import type { AnswerOf, Diff, Review, ReviewRequest } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, signInAs } from '../../testing/people/signInAs.js';
import { buildScreenshots } from '../../testing/scenarios/buildScreenshots.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
let ann: SignedIn;
let bob: SignedIn;
let cy: SignedIn;
beforeAll(async () => {
  service = await startTestService();
  ann = await signInAs(service, 'Ann', 'reviewer');
  bob = await signInAs(service, 'Bob <b>', 'reviewer');
  cy = await signInAs(service, 'Cy', 'reviewer');
  await signInAs(service, 'Vi', 'viewer');
  await signInAs(service, 'Nobody', null);
});
afterAll(() => service?.stop());

let commits = 0;
const build = (suite: string, look = 40, branch = 'topic'): Promise<Diff> =>
  buildScreenshots(service, { suite, branch, commit: `c0ffee${++commits}` }, { button: look });

const ask = (who: SignedIn, { id }: Diff, ...reviewers: string[]) =>
  who.ask<{ requests: ReviewRequest[] }>('POST', `/diffs/${id}/requests`, { reviewers });
const asked = async (who: SignedIn, { id }: Diff) =>
  (await who.ask<{ requests: ReviewRequest[] }>('GET', `/diffs/${id}/requests`)).body.requests;
const inbox = async (who: SignedIn) =>
  ((await who.ask<AnswerOf<'listWaiting'>>('GET', '/me/waiting')).body.requested ?? []).map(
    ({ diff, requestedBy }) => [diff.id, requestedBy],
  );
const audited = async () =>
  (
    await service.resources.database
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .orderBy('id')
      .execute()
  )
    .filter(({ action }) => action.startsWith('review.'))
    .map(({ action, actor }) => `${action} ${actor}`);

test('asks members once, follows to the newest build, and ends when they decide', async () => {
  const first = await build('decided');
  expect((await ask(ann, first, 'bob <B>', cy.id)).body.requests).toMatchObject([
    { reviewer: { id: bob.id, name: 'Bob <b>' }, requestedBy: 'user:Ann', isYou: false },
    { reviewer: { id: cy.id, name: 'Cy' } },
  ]);
  expect((await ask(cy, first, bob.id)).body.requests).toHaveLength(2);
  expect(await inbox(bob)).toEqual([[first.id, 'user:Ann']]);
  expect(await inbox(ann)).toEqual([]);

  const second = await build('decided', 60);
  expect(await inbox(bob)).toEqual([[second.id, 'user:Ann']]);
  const review = (await bob.ask<Review>('GET', `/diffs/${second.id}/review`)).body;
  expect(review.requests?.map(({ isYou }) => isYou)).toEqual([true, false]);
  await bob.ask('POST', `/diffs/${second.id}/approve`, {});
  expect(await inbox(bob)).toEqual([]);
  expect((await asked(ann, first)).map(({ reviewer }) => reviewer.name)).toEqual(['Cy']);
  expect(await inbox(cy)).toEqual([[second.id, 'user:Ann']]);
  await cy.ask('DELETE', `/review-requests/${(await asked(cy, second))[0]?.id}`);
  expect(await inbox(cy)).toEqual([]);
  expect(await audited()).toEqual([
    'review.requested user:Ann',
    'review.requested user:Ann',
    'review.finished user:Cy',
  ]);
});

test('a request can be made again, and withdrawn by somebody else', async () => {
  const diff = await build('again', 40, 'other');
  await ask(ann, diff, cy.id);
  await ann.ask('DELETE', `/review-requests/${(await asked(ann, diff))[0]?.id}`);
  expect(await inbox(cy)).toEqual([]);
  const [again] = (await ask(bob, diff, cy.id)).body.requests;
  expect(await inbox(cy)).toEqual([[diff.id, 'user:Bob <b>']]);
  expect((await ann.ask('DELETE', `/review-requests/${again?.id}`)).status).toBe(200);
  expect((await ann.ask('DELETE', `/review-requests/${again?.id}`)).body.error?.code).toBe(
    'REVIEW_REQUEST_NOT_FOUND',
  );
});

test('two people who ask the same member at once ask once', async () => {
  const diff = await build('twice', 40, 'race');
  await Promise.all([ask(ann, diff, cy.id), ask(bob, diff, cy.id), ask(ann, diff, cy.id)]);
  expect(await asked(ann, diff)).toHaveLength(1);
});

test('strangers and viewers cannot be asked, and then nobody is', async () => {
  const diff = await build('refused', 40, 'refused');
  for (const [name, code, words] of [
    ['Nobody', 'MEMBER_NOT_FOUND', /not a member/],
    ['Vi', 'VALIDATION_ERROR', /viewer role/],
  ] as const) {
    const { body } = await ask(ann, diff, 'Cy', name);
    expect(body.error).toMatchObject({ code, message: expect.stringMatching(words) });
  }
  expect(await asked(ann, diff)).toEqual([]);
  expect((await ask(ann, { ...diff, id: 'dif_none' }, 'Cy')).body.error?.code).toBe('DIFF_NOT_FOUND');
});
