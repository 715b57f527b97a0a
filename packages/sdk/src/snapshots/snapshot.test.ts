import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleDiff, sampleUpload } from '../../testing/samples.js';
import { type FakeService, Refusal, startFakeService } from '../../testing/startFakeService.js';
import type { SnapshotDiffResult } from '../types.js';
import { snapshot } from './snapshot.js';
import { completeSnapshots, startSnapshots } from './snapshotSession.js';

const png = (...content: number[]) => new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...content]);

let service: FakeService;
let answer: SnapshotDiffResult | Refusal;
beforeEach(async () => {
  answer = sampleUpload();
  service = await startFakeService({
    uploadSnapshot: () => answer,
    completeSession: () => ({ imageToken: 'token', diffs: [], hasCheck: false }),
    getDiff: () => sampleDiff({ reviewUrl: 'http://svc/diffs/dif_1' }),
  });
  for (const name of Object.keys(process.env)) if (name.startsWith('SVC_')) vi.stubEnv(name, undefined);
  vi.stubEnv('SVC_API_KEY', 'svc_key');
  vi.stubEnv('SVC_API_URL', service.url);
  vi.stubEnv('SVC_BRANCH', 'feature');
  vi.stubEnv('SVC_COMMIT', 'c1');
  vi.stubEnv('SVC_COMMITS_SHARED', '1');
});
afterEach(async () => {
  await completeSnapshots();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await service.close();
  expect(service.problems).toEqual([]);
});

/** A driver that gives these pictures, then the last one again. */
function driver(...pictures: (Uint8Array | string)[]) {
  let taken = 0;
  const take = async () => pictures[Math.min(taken++, pictures.length - 1)] ?? '';
  return { take, taken: () => taken };
}

test('pictures are taken until two are alike, and go into one session that is completed', async () => {
  const { take, taken } = driver(png(1), png(2), Buffer.from(png(3)).toString('base64'));
  const options = { suite: 'e2e', browser: 'phone', tags: ['a'], attempt: 1, testId: 'test', delay: 1 };
  expect(await snapshot(take, 'Home', options)).toMatchObject({ status: 'unchanged' });
  expect(taken()).toBe(4);
  await snapshot(() => png(4), 'Cart', { suite: 'e2e', stable: false });
  const [first, second] = service.of('uploadSnapshot');
  expect(first?.query).toMatchObject({
    ...{ name: 'Home', suite: 'e2e', browser: 'phone', branch: 'feature', commit: 'c1', testId: 'test' },
    metadata: JSON.stringify({ attempt: 1, tags: ['a'] }),
  });
  expect(first?.query.sessionId).toMatch(/^ses_/);
  expect(second?.query.sessionId).toBe(first?.query.sessionId);
  await completeSnapshots({ exitCode: 1 });
  expect(service.of('completeSession')).toMatchObject([
    { id: first?.query.sessionId, body: { branch: 'feature', commit: 'c1', exitCode: 1, allowEmpty: true } },
  ]);
  expect(await completeSnapshots()).toBeNull();
});

test('processes that begin after the set-up share its session', async () => {
  await startSnapshots();
  const id = process.env.SVC_SESSION_ID;
  expect(id).toMatch(/^ses_/);
  await completeSnapshots();
  expect(process.env.SVC_SESSION_ID).toBeUndefined();
  expect(service.of('completeSession')).toMatchObject([{ id }]);
});

test('the session of svc run is left to it', async () => {
  vi.stubEnv('SVC_SESSION_ID', 'ses_run');
  await startSnapshots();
  await snapshot(() => png(1), 'Home', { suite: 'e2e' });
  expect(await completeSnapshots()).toBeNull();
  expect(process.env.SVC_SESSION_ID).toBe('ses_run');
  expect(service.of('uploadSnapshot')[0]?.query.sessionId).toBe('ses_run');
});

test('a change fails a local run with words and a link, unless it is approved', async () => {
  vi.stubEnv('SVC_LOCAL', 'true');
  vi.stubEnv('SVC_SESSION_ID', 'ses_run');
  answer = sampleUpload({ name: 'Home', status: 'changed', diffPercentage: 1.234 });
  const take = () => snapshot(() => png(1), 'Home', { suite: 'e2e' });
  await expect(take()).rejects.toMatchObject({
    name: 'SvcError',
    code: 'SNAPSHOT_CHANGED',
    message: 'changed: Home (1.23 % of pixels). Review it: http://svc/diffs/dif_1',
  });
  await expect(snapshot(() => png(1), 'Home', { suite: 'e2e', mode: 'report' })).resolves.toBeTruthy();
  answer = { ...answer, approvalStatus: 'approved' };
  await expect(take()).resolves.toBeTruthy();
});

test('without a key one line is printed, and tests go on', async () => {
  vi.stubEnv('SVC_API_KEY', '');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await startSnapshots();
  for (const name of ['a', 'b']) expect(await snapshot(() => png(1), name, { suite: 'e2e' })).toBeNull();
  expect(warn.mock.calls).toEqual([[expect.stringContaining('svc: no API key: set SVC_API_KEY')]]);
});

test('an upload that fails throws, or is a warning', async () => {
  answer = new Refusal('IMAGE_INVALID', 'not an image');
  const take = (onUploadError: 'fail' | 'warn') =>
    snapshot(() => png(1), 'Home', { suite: 'e2e', onUploadError });
  await expect(take('fail')).rejects.toMatchObject({ code: 'IMAGE_INVALID' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await take('warn')).toBeNull();
  expect(warn.mock.calls[0]?.[0]).toContain('svc: Home was not uploaded: not an image');
  // Nothing was uploaded, so there is nothing to complete.
  expect(await completeSnapshots()).toBeNull();
});

test('a driver that gives something else is told what it has to give', async () => {
  await expect(snapshot(() => 'a text', 'Home', { suite: 'e2e' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('takePng gives no PNG'),
  });
});
