import type { CreatedSession, Diff, ResultExplanation } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const colors = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255] } as const;

async function build(branch: string, commit: string, color: keyof typeof colors): Promise<string> {
  const { body } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', {
    suite: 'why',
    branch,
    commit,
  });
  const query = new URLSearchParams({
    suite: 'why',
    branch,
    commit,
    name: 'button',
    sessionId: body.sessionId,
  });
  await service.upload(`/api/v1/snapshots?${query}`, image(colors[color]), 'image/png');
  await service.ask('POST', `/api/v1/sessions/${body.sessionId}/complete`, {});
  return body.diffId;
}

const approve = (diffId: string) => service.ask('POST', `/api/v1/diffs/${diffId}/approve`, {});
const explain = (diffId: string, query = 'name=button') =>
  service.ask<ResultExplanation>('GET', `/api/v1/diffs/${diffId}/explanation?${query}`);

test('a result tells what it could have been compared with, and what was decided before (R9)', async () => {
  const origin = (digit: string) => digit.repeat(32);
  await service.ask('POST', '/api/v1/commits', {
    commits: [
      { id: 'm1', parents: [], origin: origin('1') },
      { id: 'm2', parents: ['m1'], origin: origin('2') },
      { id: 'f1', parents: ['m1'], origin: origin('3') },
    ],
  });
  const first = await build('main', 'm1', 'red');
  await approve(first);
  const second = await build('main', 'm2', 'green');
  await approve(second);
  const pull = await build('feature', 'f1', 'blue');

  const { body: diff } = await service.ask<Diff>('GET', `/api/v1/diffs/${pull}`);
  expect(diff.results[0]?.baseline).toMatchObject({
    reason: 'target-seen',
    ref: 'main',
    commit: 'm1',
    approvedIn: first,
    newer: { ref: 'main', commit: 'm2', diffId: second },
  });

  const { body: told } = await explain(pull);
  expect(told).toMatchObject({
    name: 'button',
    status: 'changed',
    head: { branch: 'feature', commit: 'f1', target: 'main', isHistoryKnown: true },
  });
  expect(told.candidates).toEqual([
    expect.objectContaining({ line: 'target', commit: 'm2', seen: false, chosen: false, approvedIn: second }),
    expect.objectContaining({ line: 'target', commit: 'm1', seen: true, chosen: true, approvedIn: first }),
  ]);
  for (const { why } of told.candidates) expect(why).toMatch(/main/);
  expect(told.choices).toEqual([
    expect.objectContaining({ diffId: second, isForCurrent: false, counts: false }),
    expect.objectContaining({ diffId: first, isForCurrent: false, counts: false }),
  ]);

  await approve(pull);
  const { body: after } = await explain(pull);
  expect(after.choices[0]).toMatchObject({
    diffId: pull,
    kind: 'approved',
    isForCurrent: true,
    counts: true,
  });
});

test('a snapshot that is not in the diff is said to be none', async () => {
  const diffId = await build('other', 'o1', 'red');
  expect((await explain(diffId, 'name=card')).status).toBe(400);
  expect((await explain('dif_unknown')).status).toBe(404);
});
