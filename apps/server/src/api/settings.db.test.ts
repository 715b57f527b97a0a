import { type Capture, type Diff, operations, type ProjectSettings, type Usage } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { changeSettings } from '../service/projects/changeSettings.js';
import { findProject } from '../store/projects/projects.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const settingsOf = async () => (await service.ask<ProjectSettings>('GET', '/api/v1/settings')).body;

/** As people do; API keys may not. */
async function change(settings: Partial<ProjectSettings>): Promise<ProjectSettings> {
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('the project of the tests is gone');
  return changeSettings(service.resources, accessAsServer(project), settings);
}

async function capture(png: Buffer, options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'settings',
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: [{ name: 'one' }],
    ...options,
  });
  const uploaded = await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=one`, png, 'image/png');
  expect(uploaded.status).toBe(200);
  return body;
}

async function diffOf(head: Capture, options: object = {}): Promise<Diff> {
  const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'settings',
    headCaptureId: head.id,
    ...options,
  });
  return settled(service, 'diffs', created.body.id);
}

describe('the threshold and anti-aliasing of the settings', () => {
  test('hold for diffs and sessions that name none, from then on', async () => {
    expect(await settingsOf()).toMatchObject({ threshold: 0.063, antiAliasing: true });
    await capture(image(100), { autoBaseline: true });
    const head = await capture(image(160));
    expect(await diffOf(head)).toMatchObject({
      threshold: 0.063,
      antiAliasing: true,
      counts: { changed: 1 },
    });

    await change({ threshold: 0.9, antiAliasing: false, sensitivity: 'pixels' });
    expect(await settingsOf()).toMatchObject({ threshold: 0.9, antiAliasing: false, approvalMemory: true });
    expect(await diffOf(head)).toMatchObject({
      threshold: 0.9,
      antiAliasing: false,
      counts: { changed: 0, unchanged: 1 },
    });
    expect(await diffOf(head, { threshold: 0, antiAliasing: true })).toMatchObject({
      threshold: 0,
      antiAliasing: true,
      counts: { changed: 1 },
    });

    const query = new URLSearchParams({
      suite: 'session',
      name: 'one',
      branch: 'main',
      commit: 'c0ffee2',
      diff: 'true',
    });
    const { body } = await service.upload(`/api/v1/snapshots?${query}`, image(1), 'image/png');
    const { diffId } = body as { diffId: string };
    expect((await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`)).body).toMatchObject({
      threshold: 0.9,
      antiAliasing: false,
    });
  });

  test('are refused when they are none', async () => {
    for (const threshold of [-0.1, 1.1, 'much', null]) {
      expect(operations.changeSettings.body.safeParse({ threshold }).success).toBe(false);
    }
    await expect(change({ threshold: 7 })).rejects.toThrow(/projects_threshold_check/);
  });
});

test('days of retention are a whole number from 7, or null forever', async () => {
  const accepts = (retentionDays: unknown) =>
    operations.changeSettings.body.safeParse({ retentionDays }).success;
  expect([7, 90, 3650, null].map(accepts)).toEqual([true, true, true, true]);
  expect([6, 0, -1, 7.5, 3651, '90'].map(accepts)).toEqual([false, false, false, false, false, false]);
  expect((await settingsOf()).retentionDays).toBe(null);
  expect((await change({ retentionDays: 90 })).retentionDays).toBe(90);
  expect((await change({ threshold: 0.1 })).retentionDays).toBe(90);
  expect((await change({ retentionDays: null })).retentionDays).toBe(null);
});

test('usage tells each image once, and this month first', async () => {
  const key = await service.newKey('acme/usage');
  const read = async () => (await service.ask<Usage>('GET', '/api/v1/usage', undefined, key)).body;
  const before = await read();
  expect(before).toMatchObject({ images: { count: 0, bytes: 0 }, sites: { count: 0, bytes: 0 } });
  expect(before.months).toHaveLength(12);
  expect(before.months[0]).toEqual({
    month: new Date().toISOString().slice(0, 7),
    captures: 0,
    snapshots: 0,
  });
  const png = image(7);
  for (const name of ['one', 'two']) {
    const { body } = await service.ask<Capture>(
      'POST',
      '/api/v1/captures',
      { suite: 'usage', branch: 'main', commit: 'c0ffee1', snapshots: [{ name }] },
      key,
    );
    await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=${name}`, png, 'image/png', key);
  }
  const after = await read();
  expect(after.images).toEqual({ count: 1, bytes: png.length });
  expect(after.months[0]).toMatchObject({ captures: 2, snapshots: 2 });
  expect(after.months.slice(1)).toEqual(before.months.slice(1));
});

test('changes at the same moment keep each other, and a new default branch is renamed once', async () => {
  const { database } = service.resources;
  const project = await findProject(database, 'acme/web');
  if (!project) throw new Error('the project of the tests is gone');
  const changes: Partial<ProjectSettings>[] = [
    { requiredApprovals: 2 },
    { badges: true },
    { retentionDays: 30 },
    { defaultBranch: 'trunk' },
    { defaultBranch: 'trunk' },
  ];
  // All of them were admitted before the first one acts.
  await Promise.all(changes.map((one) => changeSettings(service.resources, accessAsServer(project), one)));
  const found = await findProject(database, 'acme/web');
  expect(found).toMatchObject({ requiredApprovals: 2, retentionDays: 30, defaultBranch: 'trunk' });
  expect(found?.badgeSecret).toMatch(/./);
  expect(found?.formerBranches.map(({ name }) => name)).toEqual(['main']);
});
