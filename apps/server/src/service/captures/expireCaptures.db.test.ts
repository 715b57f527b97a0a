import type { Capture, CreatedSession, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { expireCaptures } from './expireCaptures.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function capture(red: number, options: object): Promise<string> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'forms',
    snapshots: [{ name: 'a' }],
    ...options,
  });
  const uploaded = await service.upload(
    `/api/v1/snapshots?captureId=${body.id}&name=a`,
    image(red),
    'image/png',
  );
  expect(uploaded.status).toBe(200);
  return body.id;
}

const kept = { branch: 'main', commit: 'c0ffee1' };
const ephemeral = { ephemeral: true };

async function diff(headCaptureId: string, options: object = {}): Promise<string> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId,
    ...options,
  });
  return (await settled(service, 'diffs', body.id)).id;
}

const statusOf = (kind: 'captures' | 'diffs', id: string) =>
  service.ask<{ status: string }>('GET', `/api/v1/${kind}/${id}`);
const isKept = async (kind: 'captures' | 'diffs', id: string) => (await statusOf(kind, id)).status === 200;

/** Lets the time of captures be over. */
const age = (...ids: string[]) =>
  service.resources.database
    .updateTable('captures')
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where('id', 'in', ids)
    .execute();

const expire = () => expireCaptures(service.resources);

/** How many rows are about a capture and its diff. */
async function rowsAbout(captureId: string, diffId: string) {
  const { database } = service.resources;
  const found = {
    snapshots: database.selectFrom('snapshots').selectAll().where('captureId', '=', captureId),
    results: database.selectFrom('results').selectAll().where('diffId', '=', diffId),
    decisions: database.selectFrom('decisions').selectAll().where('diffId', '=', diffId),
  };
  return {
    snapshots: (await found.snapshots.execute()).length,
    results: (await found.results.execute()).length,
    decisions: (await found.decisions.execute()).length,
  };
}

test('an expired capture goes with its snapshots, diff, results and decisions; all others stay', async () => {
  const baseline = await capture(10, { ...kept, autoBaseline: true });
  const over = await capture(200, ephemeral);
  const young = await capture(200, ephemeral);
  const [ofBaseline, ofOver, ofYoung] = [await diff(baseline), await diff(over), await diff(young)];
  for (const id of [ofOver, ofYoung])
    expect((await service.ask('POST', `/api/v1/diffs/${id}/reject`, {})).status).toBe(200);
  const all = { snapshots: 1, results: 1, decisions: 1 };
  expect(await rowsAbout(over, ofOver)).toEqual(all);
  expect(await expire()).toBe(0);

  await age(over);
  expect(await expire()).toBe(1);
  expect(await rowsAbout(over, ofOver)).toEqual({ snapshots: 0, results: 0, decisions: 0 });
  expect([await isKept('captures', over), await isKept('diffs', ofOver)]).toEqual([false, false]);
  expect(await rowsAbout(young, ofYoung)).toEqual(all);
  expect(await rowsAbout(baseline, ofBaseline)).toEqual({ ...all, decisions: 0 });
  expect(await expire()).toBe(0);
});

test('an expired capture stays while a diff of a kept one is compared with it', async () => {
  const base = await capture(30, ephemeral);
  const head = await capture(40, kept);
  const compared = await diff(head, { baseCaptureId: base });
  await age(base);
  expect(await expire()).toBe(0);
  expect(await isKept('captures', base)).toBe(true);

  await age(head);
  expect(await expire()).toBe(2);
  expect([await isKept('captures', base), await isKept('diffs', compared)]).toEqual([false, false]);
});

test('captures that are compared with each other go together', async () => {
  const [one, other] = [await capture(50, ephemeral), await capture(60, ephemeral)];
  await diff(one, { baseCaptureId: other });
  await diff(other, { baseCaptureId: one });
  await age(one, other);
  expect(await expire()).toBe(2);
});

test('a session no longer holds a suite whose capture has expired', async () => {
  const { body } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', { suite: 'forms', ...kept });
  await age(body.captureId);
  expect(await expire()).toBe(1);
  expect(await service.ask('POST', `/api/v1/sessions/${body.sessionId}/complete`, {})).toMatchObject({
    status: 200,
    body: { diffs: [] },
  });
});

test('more than one batch goes in one call, and each capture once among several callers', async () => {
  const ids = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
        suite: 'forms',
        ...ephemeral,
      });
      return body.id;
    }),
  );
  await age(...ids);
  const deleted = await Promise.all([expire(), expire(), expire()]);
  expect(deleted.reduce((sum, one) => sum + one)).toBe(120);
  const left = await service.resources.database
    .selectFrom('captures')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  expect(left).toEqual([]);
});

test('an aborted call ends after its batch', async () => {
  const ids = await Promise.all(Array.from({ length: 51 }, () => capture(70, ephemeral)));
  await age(...ids);
  expect(await expireCaptures(service.resources, AbortSignal.abort())).toBe(50);
  expect(await expire()).toBe(1);
});
