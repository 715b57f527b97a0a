import type { Build, Capture, Diff, Neighbors } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface List {
  builds: Build[];
  nextCursor: string | null;
}

async function capture(branch: string, commit: string, shade: number, options: object = {}): Promise<string> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'default',
    branch,
    commit: commit.repeat(40),
    snapshots: [{ name: 'card' }],
    ...options,
  });
  const path = `/api/v1/snapshots?captureId=${body.id}&name=card`;
  expect((await service.upload(path, image(shade), 'image/png')).status).toBe(200);
  return body.id;
}

async function compare(headCaptureId: string, options: object = {}): Promise<string> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'default',
    headCaptureId,
    ...options,
  });
  await settled(service, 'diffs', body.id);
  return body.id;
}
const neighborsOf = async (id: string) =>
  (await service.ask<Neighbors>('GET', `/api/v1/diffs/${id}/neighbors`)).body;
const builds = async (query: string) => (await service.ask<List>('GET', `/api/v1/builds?${query}`)).body;

test('builds of a branch have neighbors, and a timeline with decisions and baselines', async () => {
  const base = await capture('main', '1', 10, { autoBaseline: true });
  const first = await compare(await capture('feature', 'a', 60));
  await compare(await capture('other', 'b', 110));
  const bare = await capture('feature', 'c', 160);
  const head = await capture('feature', 'd', 210);
  const second = await compare(head);
  // Neither a comparison of two captures nor a local run is a build of the branch.
  await compare(bare, { baseCaptureId: base });
  await compare(await capture('feature', 'e', 250, { isLocal: true }));
  expect(await neighborsOf(first)).toMatchObject({
    previous: null,
    next: { diffId: second, commit: 'd'.repeat(40) },
  });
  expect(await neighborsOf(second)).toMatchObject({ previous: { diffId: first }, next: null });
  await service.ask('POST', `/api/v1/diffs/${first}/reject`, { snapshots: ['card'] });
  await service.ask('POST', `/api/v1/diffs/${second}/approve`, {});
  const { builds: all, nextCursor } = await builds('suite=default&branch=feature');
  expect(nextCursor).toBeNull();
  expect(all.map(({ commit, diff }) => [commit?.[0], diff?.id ?? null])).toEqual([
    ['d', second],
    ['c', null],
    ['a', first],
  ]);
  expect(all[0]).toMatchObject({
    captureId: head,
    decisions: [{ kind: 'approved', count: 1, revokedCount: 0 }],
    baselines: [{ branch: 'feature', promotedCount: 1, removedCount: 0, revokedCount: 0 }],
  });
  expect(all[2]).toMatchObject({ decisions: [{ kind: 'rejected', count: 1 }], baselines: [] });
  await service.ask('POST', `/api/v1/diffs/${second}/revoke`, {});
  expect((await builds('suite=default&branch=feature&limit=1')).builds).toMatchObject([
    { decisions: [{ kind: 'approved', revokedCount: 1 }], baselines: [{ revokedCount: 1 }] },
  ]);
  expect((await builds('suite=default&branch=main')).builds).toMatchObject([
    { captureId: base, diff: null, baselines: [{ branch: 'main', promotedCount: 1 }] },
  ]);
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: List = await builds(`suite=default&branch=feature&limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.builds.map(({ captureId }) => captureId));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.map(({ captureId }) => captureId));
});

test('what is of another project, or unknown, is not found', async () => {
  const other = await service.newKey('acme/other');
  const diff = await compare(await capture('lone', 'f', 1));
  expect(await neighborsOf(diff)).toEqual({ previous: null, next: null });
  expect(await service.ask('GET', `/api/v1/diffs/${diff}/neighbors`, undefined, other)).toMatchObject({
    status: 404,
  });
  expect(
    await service.ask('GET', '/api/v1/builds?suite=default&branch=lone', undefined, other),
  ).toMatchObject({
    status: 404,
  });
  expect((await builds('suite=default&branch=nobody')).builds).toEqual([]);
  expect(await service.ask('GET', '/api/v1/builds?suite=default')).toMatchObject({ status: 400 });
});
