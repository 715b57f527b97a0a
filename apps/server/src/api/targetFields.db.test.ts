import type { Capture, CaptureTarget, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestFleet } from '../../testing/createTestFleet.js';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

/** The shade of all images that the fleet takes. */
let shade = 0;
/** An image to take instead. */
let png: Buffer | undefined;
const fleet = createTestFleet(() => ({ shade, ...(png && { png }) }));

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

const url = 'http://example.org/';

async function capture(targets: CaptureTarget[], options: object = {}): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    targets,
    ...options,
  });
  return settled(service, 'captures', body.id);
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
    const { results } = await settled(service, 'diffs', made.body.id);
    return Object.fromEntries(results.map(({ name, status }) => [name, status]));
  };
  expect(await statuses()).toEqual({ lenient: 'unchanged', plain: 'unchanged', strict: 'changed' });
  expect(await statuses(0)).toEqual({ lenient: 'unchanged', plain: 'changed', strict: 'changed' });
});

/** A smooth slanted edge that is so many pixels further right. */
const edge = (offset: number): Buffer =>
  image(
    (x, y) => {
      const level = Math.round(255 * Math.min(1, Math.max(0, x - (y * 0.37 + 8 + offset))));
      return [level, level, level];
    },
    { width: 40, height: 40 },
  );

test("a target's diffIncludeAntiAliasing decides over the anti-aliasing of the diff", async () => {
  const targets: CaptureTarget[] = [
    { name: 'counting', url, diffIncludeAntiAliasing: true },
    { name: 'lenient', url, diffIncludeAntiAliasing: false },
    { name: 'plain', url },
  ];
  png = edge(0);
  await capture(targets, { suite: 'edges', autoBaseline: true });
  png = edge(0.4);
  const head = await capture(targets, { suite: 'edges' });
  png = undefined;
  const statuses = async (options: object) => {
    const made = await service.ask<Diff>('POST', '/api/v1/diffs', {
      suite: 'edges',
      headCaptureId: head.id,
      ...options,
    });
    const { results } = await settled(service, 'diffs', made.body.id);
    return Object.fromEntries(results.map(({ name, status }) => [name, status]));
  };
  expect(await statuses({})).toEqual({ counting: 'changed', lenient: 'unchanged', plain: 'unchanged' });
  expect(await statuses({ antiAliasing: false })).toEqual({
    counting: 'changed',
    lenient: 'unchanged',
    plain: 'changed',
  });
});

test("a target's metadata is told with its snapshot, as it was given", async () => {
  const metadata = {
    framework: 'stories-a',
    storyId: 'a--b',
    tags: ['x'],
    globals: { theme: 'dark' },
    deep: [1, null],
  };
  const head = await capture([
    { name: 'with', url, metadata },
    { name: 'without', url },
  ]);
  expect(head.snapshots.map((snapshot) => snapshot.metadata)).toEqual([metadata, null]);
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
