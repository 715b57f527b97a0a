import type { Capture, Diff, DiffResult, ProjectSettings, SnapshotDiffResult } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Color, image } from '../../testing/image.js';
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

const white: Color = [255, 255, 255];
const cream: Color = [255, 255, 224];

/** A white page of which the left columns, per hundred, have another color. */
const page = (percentage: number, color: Color) =>
  image((x) => (x < percentage ? color : white), { width: 100, height: 50 });

async function capture(suite: string, png: Buffer, options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch: 'main',
    commit: 'c0ffee1',
    snapshots: [{ name: 'page' }],
    ...options,
  });
  const uploaded = await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=page`, png, 'image/png');
  expect(uploaded.status).toBe(200);
  return body;
}

/** The result of a page that was white before. */
async function resultOf(suite: string, png: Buffer, options: object = {}): Promise<DiffResult | undefined> {
  await capture(suite, page(0, white), { autoBaseline: true });
  const head = await capture(suite, png);
  const created = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite,
    headCaptureId: head.id,
    ...options,
  });
  return (await settled(service, 'diffs', created.body.id)).results[0];
}

async function change(settings: Partial<ProjectSettings>): Promise<void> {
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('the project of the tests is gone');
  await changeSettings(service.resources, accessAsServer(project), settings);
}

test('a flat area that looks different below the threshold is a change in new projects', async () => {
  const result = await resultOf('flat', page(62, cream));
  expect(result).toMatchObject({
    status: 'changed',
    reason: 'subthreshold',
    approvalStatus: 'pending',
    diffPercentage: 0,
    diffImageUrl: null,
    regions: null,
    subthreshold: { pixels: 62 * 50 },
  });
  expect(result?.subthreshold?.area).toBeGreaterThan(50);
  expect(result?.subthreshold?.maxDeltaE).toBeGreaterThan(2);
});

test.each<[string, Buffer]>([
  ['less than 1 % of the page', page(1, cream)],
  ['a color that nobody tells apart', page(100, [254, 255, 255])],
])('%s is unchanged', async (name, png) => {
  const result = await resultOf(name, png);
  expect(result).toMatchObject({ status: 'unchanged', reason: null, diffPercentage: 0 });
  expect(result?.subthreshold?.pixels).toBeGreaterThan(0);
});

test('counted pixels are not a reason to name another', async () => {
  const result = await resultOf('counted', page(50, [0, 0, 0]));
  expect(result).toMatchObject({ status: 'changed', reason: null, subthreshold: { pixels: 0 } });
});

test('another threshold than the project’s judges by pixels alone, the same one does not', async () => {
  const unchanged = { status: 'unchanged', reason: null, subthreshold: { pixels: 62 * 50 } };
  expect(await resultOf('own', page(62, cream), { threshold: 0.1 })).toMatchObject(unchanged);
  expect(await resultOf('same', page(62, cream), { threshold: 0.063 })).toMatchObject({ status: 'changed' });
});

test('an upload into a session is judged in the same way', async () => {
  await capture('session', page(0, white), { autoBaseline: true });
  const query = 'suite=session&name=page&branch=main&commit=c0ffee2&diff=true';
  const { body } = await service.upload(`/api/v1/snapshots?${query}`, page(62, cream), 'image/png');
  expect(body as SnapshotDiffResult).toMatchObject({
    status: 'changed',
    reason: 'subthreshold',
    diffPercentage: 0,
    diffStorageKey: null,
  });
});

test('what an older service compared is compared again', async () => {
  const { database } = service.resources;
  await resultOf('older', page(62, cream), { threshold: 0.1 });
  await database.updateTable('comparisons').set({ subthreshold: null }).execute();
  expect(await resultOf('older', page(62, cream))).toMatchObject({ reason: 'subthreshold' });
});

test('a project can judge by pixels alone, and says what it leaves out', async () => {
  await change({ sensitivity: 'pixels' });
  expect(await resultOf('pixels', page(62, cream))).toMatchObject({
    status: 'unchanged',
    reason: null,
    approvalStatus: 'approved',
    subthreshold: { pixels: 62 * 50 },
  });
  await change({ sensitivity: 'perceptual' });
  expect(await resultOf('pixels', page(62, cream))).toMatchObject({ status: 'changed' });
});
