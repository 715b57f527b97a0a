import type { Capture, CreatedSession, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { image } from '../../../testing/image.js';
import { runParts } from '../../../testing/runParts.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { Fleet } from '../../domain/captures/Fleet.js';

/** Captures the first target at once, and the others when it is told to go on. */
let goOn: () => void = () => {};
const fleet: Fleet = {
  async capture(targets, { signal, onOutcome }) {
    const shot = {
      ok: true,
      png: image(7),
      unstable: false,
      timings: { load: 1, settle: 1, shot: 1 },
      renderer: 'test',
    } as const;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    for (const index of targets.keys()) {
      if (index === 1) await gate;
      signal.throwIfAborted();
      await onOutcome(index, shot);
    }
  },
  discoverStories: () => Promise.reject(new Error('there are no stories here')),
  close: async () => {},
};

let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  service = await startTestService(fleet);
  parts = runParts(service);
});
afterAll(() => service.stop());

const read = async (id: string) => (await service.ask<Capture>('GET', `/api/v1/captures/${id}`)).body;
const cancel = (id: string, apiKey?: string) =>
  service.ask<Capture>('POST', `/api/v1/captures/${id}/cancel`, {}, apiKey);

test('a cancelled capture fails with who cancelled it, and its check is red until its part runs again (R50)', async () => {
  const run = { suite: 'forms', branch: 'feature', commit: 'c0ffee1' };
  const targets = ['a', 'b', 'c'].map((name) => ({ name, url: `https://app.example.com/${name}` }));
  const made = await parts.post<Capture>('/captures', { ...run, targets, autoApprove: true, job: 'stories' });
  const { id: diffId } = await parts.post<Diff>('/diffs', { suite: 'forms', headCaptureId: made.id });
  await expect.poll(async () => (await read(made.id)).completedSnapshots, { timeout: 20_000 }).toBe(1);
  expect(await parts.check('c0ffee1')).toBe('open: Comparing');

  expect((await cancel(made.id)).body).toMatchObject({
    status: 'failed',
    error: 'cancelled by API key test',
    completedSnapshots: 1,
    failedSnapshots: 2,
  });
  expect((await cancel(made.id)).status).toBe(200);
  goOn();
  expect(await settled(service, 'diffs', diffId)).toMatchObject({ conclusion: 'failure' });
  expect(await parts.check('c0ffee1', 'forms')).toBe('failure: Cancelled by API key test');
  expect((await read(made.id)).completedSnapshots).toBe(1);

  await parts.run({ ...run, job: 'stories', autoApprove: true }, { a: 7, b: 8 });
  expect(await parts.check('c0ffee1', 'forms')).toBe('success: 2 approved');
});

test('a capture that is cancelled before anybody compared it is heard of, too', async () => {
  const run = { suite: 'manual', branch: 'feature', commit: 'c0ffee2' };
  const { id } = await parts.post<Capture>('/captures', { ...run, snapshots: [{ name: 'a' }] });
  expect((await cancel(id)).body).toMatchObject({ status: 'failed' });
  expect(await parts.check('c0ffee2', 'manual')).toBe('failure: Cancelled by API key test');
});

/** Its `now` is right: ids are never smaller than those that this process has made before. */
class FastDate extends Date {
  constructor(value: string | number | Date = Date.now() + 10 * 60_000) {
    super(value);
  }
}

test('a part that runs again outdoes its cancelled capture, though the clock of the process that cancelled it is fast', async () => {
  const run = { suite: 'fast', branch: 'feature', commit: 'c0ffee4', job: 'stories', autoApprove: true };
  const { id } = await parts.post<Capture>('/captures', { ...run, snapshots: [{ name: 'a' }] });
  vi.stubGlobal('Date', FastDate);
  try {
    expect((await cancel(id)).body).toMatchObject({ status: 'failed' });
  } finally {
    vi.unstubAllGlobals();
  }
  await parts.run(run, { a: 7 });
  expect(await parts.check('c0ffee4', 'fast')).toBe('success: 1 approved');
});

test('what has ended, is of a session, or of another project is not cancelled', async () => {
  const run = { suite: 'ended', branch: 'feature', commit: 'c0ffee3' };
  const { id } = await parts.capture(run, { a: 1 });
  expect((await cancel(id)).status).toBe(409);
  const { captureId } = await parts.post<CreatedSession>('/sessions', run);
  expect((await cancel(captureId)).status).toBe(400);
  expect((await cancel(captureId, await service.newKey('acme/elsewhere'))).status).toBe(404);
});
