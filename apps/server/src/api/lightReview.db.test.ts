import {
  type Capture,
  type Diff,
  type ErrorBody,
  operations,
  type Review,
  type ReviewResults,
} from '@svc/schema';
import { forgetLoneGroups, type UnpackedResult, unpackReview } from '@svc/schema/unpackReview';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function capture(images: Record<string, Buffer>, options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'light',
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: Object.keys(images).map((name) => ({ name })),
    ...options,
  });
  for (const [name, png] of Object.entries(images)) {
    const path = `/api/v1/snapshots?captureId=${body.id}&name=${encodeURIComponent(name)}`;
    expect((await service.upload(path, png, 'image/png')).status).toBe(200);
  }
  return body;
}

const readReview = (id: string) => service.ask<Review>('GET', `/api/v1/diffs/${id}/review`);

async function makeDiff(): Promise<Diff & { base: Capture }> {
  const base = await capture(
    { same: image(1), other: image(20), twin: image(20), tall: image(5) },
    { autoBaseline: true },
  );
  const head = await capture({
    same: image(1),
    other: image(200),
    twin: image(200),
    tall: image(5, { height: 30 }),
    fresh: image(9),
  });
  const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'light',
    headCaptureId: head.id,
  });
  return { ...(await settled(service, 'diffs', created.body.id)), base };
}

test('the light review says what the diff says, and its images are the same', async () => {
  const diff = await makeDiff();
  const { status, body } = await readReview(diff.id);
  expect(status).toBe(200);
  expect(operations.getReview.response.parse(body)).toEqual(body);
  const results = unpackReview(body);
  expect(
    results.map(({ name, status: is, headHash, baselineHash, viewport }) => [
      name,
      is,
      headHash,
      baselineHash,
      viewport,
    ]),
  ).toEqual(
    diff.results.map(({ name, status: is, headHash, baselineHash, viewport }) => [
      name,
      is,
      headHash,
      baselineHash,
      viewport,
    ]),
  );
  expect(
    results.map(({ renderer, flakeCount, unstable, decidedBy, baselineSource }) => ({
      renderer,
      flakeCount,
      unstable,
      decidedBy,
      baselineSource,
    })),
  ).toEqual(
    diff.results.map(({ renderer, flakeCount, unstable, decidedBy, baselineSource }) => ({
      renderer,
      flakeCount,
      unstable,
      decidedBy,
      baselineSource,
    })),
  );
  expect(body.counts).toEqual(diff.counts);

  const origin = { captureId: diff.base.id, commit: 'c0ffee1', branch: 'main' };
  for (const { status: is, baselineOrigin, carriedFrom } of results) {
    expect([baselineOrigin, carriedFrom]).toEqual([is === 'new' ? null : origin, null]);
  }

  const byName = new Map(results.map((result) => [result.name, result]));
  expect(byName.get('other')?.fingerprint).not.toBeNull();
  expect(byName.get('other')?.fingerprint).toBe(byName.get('twin')?.fingerprint);
  expect(byName.get('tall')).toMatchObject({
    headSize: { width: 20, height: 30 },
    baselineSize: { width: 20, height: 10 },
  });

  const told = diff.results.find(({ name }) => name === 'other');
  const comparison = `/api/v1/comparisons/${byName.get('other')?.comparisonId}`;
  for (const [url, same] of [
    [`${comparison}/mask?token=${body.imageToken}`, told?.diffImageUrl],
    [`${comparison}/thumbnail?token=${body.imageToken}`, told?.thumbnailUrl],
    [`/api/v1/images/${byName.get('other')?.headHash}?token=${body.imageToken}`, told?.currentImageUrl],
  ] as const) {
    const [one, other] = await Promise.all(
      [url, (same ?? '').replace('http://localhost:4300', '')].map((path) => service.app.inject(path)),
    );
    expect(one?.statusCode).toBe(200);
    expect(one?.rawPayload).toEqual(other?.rawPayload);
    const known = await service.app.inject({ url, headers: { 'if-none-match': String(one?.headers.etag) } });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  }
});

test('an unchanged review is not sent again, and a decision makes it another', async () => {
  const diff = await makeDiff();
  const first = await readReview(diff.id);
  const etag = String(first.headers.etag);
  const again = () =>
    service.app.inject({
      url: `/api/v1/diffs/${diff.id}/review`,
      headers: { 'x-api-key': service.apiKey, 'if-none-match': etag },
    });
  const same = await again();
  expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);
  expect([etag, same.headers.etag]).toEqual([expect.stringMatching(/^W\/"\S+"$/), etag]);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  await service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, { snapshots: ['fresh'] });
  const changed = await again();
  expect(changed.statusCode).toBe(200);
  const decided = unpackReview(changed.json()).find(({ name }) => name === 'fresh');
  expect(decided).toMatchObject({ approvalStatus: 'approved', decidedBy: 'key:test' });
});

test('images of comparisons are for holders of a token of their project', async () => {
  const diff = await makeDiff();
  const { body } = await readReview(diff.id);
  const id = unpackReview(body).find(({ status }) => status === 'changed')?.comparisonId;
  const { app, resources } = service;
  const statusOf = async (token: string, of: unknown = id) =>
    (await app.inject(`/api/v1/comparisons/${of}/mask?token=${token}`)).statusCode;
  expect(await statusOf(body.imageToken)).toBe(200);
  expect(await statusOf('forged')).toBe(403);
  expect(await statusOf(resources.links.imageToken('prj_other'))).toBe(404);
  expect(await statusOf(body.imageToken, 999_999_999)).toBe(404);
  expect(await statusOf(body.imageToken, 'x')).toBe(400);
});

test('a single result is decided without the other viewports of its name', async () => {
  const sizes = [
    { width: 100, height: 50 },
    { width: 200, height: 50 },
  ];
  const created = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'slots',
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: sizes.map((viewport) => ({ name: 'page', viewport })),
  });
  for (const { width, height } of sizes) {
    const path = `/api/v1/snapshots?captureId=${created.body.id}&name=page&viewport=${width}x${height}`;
    expect((await service.upload(path, image(width), 'image/png')).status).toBe(200);
  }
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'slots',
    headCaptureId: created.body.id,
  });
  const diff = await settled(service, 'diffs', made.body.id);
  const approve = (viewport: object) =>
    service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, { slots: [{ name: 'page', viewport }] });
  expect((await approve({ width: 100, height: 50 })).body).toEqual({ approved: 1, total: 1 });
  expect((await approve({ width: 300, height: 50 })).status).toBe(400);
  const { body } = await readReview(diff.id);
  expect(body.counts).toMatchObject({ approved: 1, pending: 1 });
});

test('says which build of the branch is newer, and whose approval made the comparison stale (R14, R44)', async () => {
  const build = async (branch: string, commit: string, shade: number) => {
    const head = await capture({ card: image(shade) }, { suite: 'standing', branch, commit });
    const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
      suite: 'standing',
      headCaptureId: head.id,
    });
    return (await settled(service, 'diffs', created.body.id)).id;
  };
  const main = await build('main', 'aaaaaaa1', 10);
  const older = await build('topic', 'bbbbbbb1', 20);
  expect((await readReview(older)).body).toMatchObject({ isStale: false, moves: [], newerBuild: null });

  const newer = await build('topic', 'bbbbbbb2', 30);
  expect((await readReview(older)).body.newerBuild).toEqual({ diffId: newer, commit: 'bbbbbbb2' });
  expect((await readReview(newer)).body.newerBuild).toBeNull();

  await service.ask('POST', `/api/v1/diffs/${main}/approve`, {});
  const moved = {
    name: 'card',
    viewport: null,
    browser: null,
    branch: 'main',
    actor: 'key:test',
    diffId: main,
  };
  expect((await readReview(newer)).body).toMatchObject({
    isStale: true,
    moves: [{ ...moved, isRevoked: false }],
  });
  await service.ask('POST', `/api/v1/diffs/${newer}/rediff`, {});
  await settled(service, 'diffs', newer);
  expect((await readReview(newer)).body).toMatchObject({ isStale: false, moves: [] });

  // It was seen without a baseline, and has one since.
  const decide = (operation: string, ifBaseline: string | null) => {
    const slots = [{ name: 'card', viewport: null, ifStatus: 'pending', ifBaseline }];
    return service.ask<ErrorBody>('POST', `/api/v1/diffs/${newer}/${operation}`, { slots });
  };
  for (const operation of ['approve', 'reject']) {
    const { status, body } = await decide(operation, null);
    expect([status, body.error.code]).toEqual([409, 'DECISION_CONFLICT']);
    expect(body.error.message).toContain('compared with another baseline');
  }
  const [result] = (await service.ask<Diff>('GET', `/api/v1/diffs/${newer}`)).body.results;
  expect(result).toMatchObject({ approvalStatus: 'pending', baselineHash: expect.any(String) });
  expect((await decide('approve', result?.baselineHash ?? null)).status).toBe(200);
});

test('a large review opens with what a reviewer sees first', async () => {
  const names = Array.from({ length: 230 }, (_, place) => `n${String((place * 97) % 230).padStart(3, '0')}`);
  const draw = (shade: (place: number) => number | null) =>
    Object.fromEntries(
      names.flatMap((name, place) => {
        const of = shade(place);
        return of === null ? [] : [[name, image(of)]];
      }),
    );
  const isNew = (place: number) => place % 17 === 0;
  await capture(
    draw((place) => (isNew(place) ? null : 10)),
    { suite: 'large', autoBaseline: true },
  );
  const head = await capture(
    draw((place) => (place % 13 === 1 ? null : place % 5 === 2 ? 200 : 10)),
    { suite: 'large' },
  );
  const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'large',
    headCaptureId: head.id,
  });
  const { id } = await settled(service, 'diffs', created.body.id);

  const statuses = ['changed', 'new', 'removed'] as const;
  const inOrder = (results: readonly UnpackedResult[]) => {
    const reviewed = statuses.flatMap((status) => results.filter((result) => result.status === status));
    const isPending = (result: UnpackedResult) => result.approvalStatus === 'pending';
    return [...reviewed.filter(isPending), ...reviewed.filter((result) => !isPending(result))];
  };
  const open = async (search = '') => {
    const [{ body: whole }, { body: opening }] = await Promise.all([
      readReview(id),
      service.ask<Review>('GET', `/api/v1/diffs/${id}/review?part=opening${search}`),
    ]);
    expect(operations.getReview.response.parse(opening)).toEqual(opening);
    expect([whole.isWhole, opening.isWhole]).toEqual([true, false]);
    const { counts, isStale, newerBuild } = whole;
    expect(opening).toMatchObject({ counts, isStale, newerBuild });
    const [all, some] = [unpackReview(whole), unpackReview(opening)];
    const same = new Map(all.map((result) => [result.name, result]));
    // Groups are numbered among what is there.
    for (const result of some)
      expect({ ...result, fingerprint: null }).toEqual({ ...same.get(result.name), fingerprint: null });
    const places = some.map(({ name }) => all.findIndex((result) => result.name === name));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    return { all, some };
  };

  const first = await open();
  const wanted = inOrder(first.all);
  expect(inOrder(first.some)).toEqual(
    wanted.slice(0, 24).map((result) => expect.objectContaining({ name: result.name })),
  );

  await service.ask('POST', `/api/v1/diffs/${id}/approve`, {
    snapshots: wanted.slice(0, 30).map(({ name }) => name),
  });
  const later = await open();
  expect(inOrder(later.some)[0]?.name).toBe(wanted[30]?.name);
  expect(inOrder(later.some).map(({ name }) => name)).toEqual(
    inOrder(later.all)
      .slice(0, 24)
      .map(({ name }) => name),
  );

  const quiet = first.all.find(({ status }) => status === 'unchanged')?.name ?? '';
  expect((await open(`&name=${quiet}`)).some.map(({ name }) => name)).toContain(quiet);
  expect((await open('&name=nowhere')).some).toHaveLength(24);

  await service.ask('POST', `/api/v1/diffs/${id}/approve`, {});
  expect(inOrder((await open()).some)[0]?.name).toBe(inOrder(first.all)[0]?.name);
});

test.each([1, 2, 500])('the results of a review are the same %i at a time', async (limit) => {
  const { id } = await makeDiff();
  const { body: whole } = await readReview(id);
  const placed: { result: UnpackedResult; position: number }[] = [];
  for (let from = 0; from <= whole.results.length; from += limit) {
    const path = `/api/v1/diffs/${id}/review/results?from=${from}&limit=${limit}`;
    const { status, body } = await service.ask<ReviewResults>('GET', path);
    expect([status, body.results.length]).toEqual([200, Math.min(limit, whole.results.length - from)]);
    expect(operations.listReviewResults.response.parse(body)).toEqual(body);
    const unpacked = unpackReview(body);
    expect(body.positions).toHaveLength(unpacked.length);
    for (const [index, result] of unpacked.entries())
      placed.push({ result, position: body.positions[index] ?? -1 });
  }
  const results = placed.sort((one, other) => one.position - other.position).map(({ result }) => result);
  forgetLoneGroups(results);
  const groupless = (all: readonly UnpackedResult[]) => all.map((one) => ({ ...one, fingerprint: null }));
  expect(groupless(results)).toEqual(groupless(unpackReview(whole)));
  const grouped = results.filter(({ fingerprint }) => fingerprint !== null);
  expect(grouped.map(({ name }) => name)).toEqual(['other', 'twin']);
  expect(new Set(grouped.map(({ fingerprint }) => fingerprint)).size).toBe(1);
});

test('some results are asked for by numbers, and of a diff that there is', async () => {
  const { id } = await makeDiff();
  const statusOf = async (path: string) => (await service.ask('GET', `/api/v1/diffs/${path}`)).status;
  for (const search of ['from=0&limit=0', 'from=0&limit=1001', 'from=-1&limit=5', 'from=x&limit=5'])
    expect([search, await statusOf(`${id}/review/results?${search}`)]).toEqual([search, 400]);
  expect(await statusOf('dif_00000000000000000000000000/review/results?from=0&limit=5')).toBe(404);
});

test('a small review is whole at once', async () => {
  const { id } = await makeDiff();
  const { body } = await service.ask<Review>('GET', `/api/v1/diffs/${id}/review?part=opening`);
  expect(body).toEqual({ ...(await readReview(id)).body, imageToken: body.imageToken });
  expect(body.isWhole).toBe(true);
});
