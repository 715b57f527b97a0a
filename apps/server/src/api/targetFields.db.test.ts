import type { Capture, CaptureTarget, Diff } from '@svc/schema';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fleet } from '../domain/fleet.js';
import { startTestService, type TestService } from '../testService.js';

/** The shade of all pictures that the fleet takes. */
let shade = 0;
const fleet: Fleet = {
  async capture(targets, { onOutcome }) {
    const png = new PNG({ width: 4, height: 3 });
    for (let index = 0; index < png.data.length; index += 4) png.data.set([shade, 0, 0, 255], index);
    const timings = { load: 1, settle: 1, shot: 1 };
    for (const index of targets.keys()) {
      await onOutcome(index, {
        ok: true,
        png: PNG.sync.write(png),
        unstable: false,
        timings,
        renderer: 'test',
      });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

/** The queue looks for work every so often. */
const patience = { timeout: 20_000 };
const url = 'http://example.org/';

async function capture(targets: CaptureTarget[], options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    targets,
    ...options,
  });
  const read = async () => (await service.ask<Capture>('GET', `/api/v1/captures/${body.id}`)).body;
  await expect.poll(async () => (await read()).status, patience).toBe('completed');
  return read();
}

test("a target's diffThreshold decides over the threshold of the diff", async () => {
  const targets: CaptureTarget[] = [
    { name: 'lenient', url, diffThreshold: 0.9 },
    { name: 'plain', url },
    { name: 'strict', url, diffThreshold: 0 },
  ];
  shade = 100;
  await capture(targets, { autoBaseline: true });
  shade = 104;
  const head = await capture(targets);
  const statuses = async (threshold?: number) => {
    const made = await service.ask<Diff>('POST', '/api/v1/diffs', {
      suite: 'default',
      headCaptureId: head.id,
      ...(threshold === undefined ? {} : { threshold }),
    });
    const read = async () => (await service.ask<Diff>('GET', `/api/v1/diffs/${made.body.id}`)).body;
    await expect.poll(async () => (await read()).status, patience).toBe('completed');
    return Object.fromEntries((await read()).results.map(({ name, status }) => [name, status]));
  };
  expect(await statuses()).toEqual({ lenient: 'unchanged', plain: 'unchanged', strict: 'changed' });
  expect(await statuses(0)).toEqual({ lenient: 'unchanged', plain: 'changed', strict: 'changed' });
});

test("a target's path is told with its snapshot", async () => {
  const head = await capture([{ name: 'Button/Primary', url, path: ['Components', 'Button'] }]);
  expect(head.snapshots).toMatchObject([{ name: 'Button/Primary', path: ['Components', 'Button'] }]);
});

test('two targets of one slot are refused, naming both (R29)', async () => {
  const made = await service.ask<{ error: { message: string } }>('POST', '/api/v1/captures', {
    suite: 'default',
    targets: [
      { name: 'a', url },
      { name: 'a', url, viewport: { width: 320, height: 480 } },
      { name: 'a', url: `${url}other` },
    ],
  });
  expect(made.status).toBe(400);
  expect(made.body.error.message).toContain('targets[0] and targets[2]');
});
