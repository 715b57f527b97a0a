import type { Capture, Diff, IgnoreArea, PickedElements } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { type ColoredPage, recordColors } from '../../testing/pages/layoutRecord.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { Fleet } from '../domain/captures/Fleet.js';

let page: ColoredPage = {};
const size = { width: 100, height: 100 };

const colors: Record<string, [number, number, number]> = {
  white: [255, 255, 255],
  red: [255, 0, 0],
  blue: [0, 0, 255],
};
const fleet: Fleet = {
  async capture(targets, { onOutcome, wantsLayout }) {
    for (const index of targets.keys()) {
      const png = image((x, y) => {
        const shown = Object.values(page).findLast(
          ({ box = { x: 0, y: 0, ...size } }) =>
            x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
        );
        return colors[shown?.color ?? 'white'] ?? [0, 0, 0];
      }, size);
      const isWanted = (await wantsLayout?.(index, png)) === true;
      await onOutcome(index, {
        ...{ ok: true, png, unstable: false, renderer: 'test' },
        timings: { load: 1, settle: 1, shot: 1 },
        ...(isWanted && { layout: JSON.stringify(recordColors(page, [100, 100])) }),
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

async function capture(shown: ColoredPage, branch: string): Promise<Capture> {
  page = shown;
  const targets = [{ name: 'home', url: 'https://example.com/' }];
  const run = { suite: 'web', branch, commit: `c-${branch}`, targets, autoBaseline: branch === 'main' };
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run);
  return settled(service, 'captures', body.id);
}

async function compare(headCaptureId: string): Promise<Diff> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'web', headCaptureId });
  return settled(service, 'diffs', body.id);
}

const pageWith = (x: number, color: string): ColoredPage => ({
  page: { color: 'white' },
  clock: { color, box: { x, y: 10, width: 20, height: 10 } },
});

test('an element is picked from the image, and ignored where it moves', async () => {
  await capture(pageWith(10, 'red'), 'main');
  const moved = await capture(pageWith(60, 'blue'), 'topic');
  const before = await compare(moved.id);
  expect(before.results).toMatchObject([{ status: 'changed' }]);

  const at = (point: string) =>
    service.ask<PickedElements>('GET', `/api/v1/diffs/${before.id}/elements?name=home&${point}`);
  expect((await at('x=65&y=15')).body).toEqual({
    isRecorded: true,
    elements: [
      { selector: '.clock', count: 1, box: { x: 60, y: 10, width: 20, height: 10 } },
      { selector: '.page', count: 1, box: { x: 0, y: 0, width: 100, height: 100 } },
    ],
  });
  expect((await at('x=15&y=15')).body.elements).toMatchObject([{ selector: '.page' }]);
  expect((await at('x=500&y=15')).body).toEqual({ isRecorded: true, elements: [] });
  expect((await at('x=left&y=1')).status).toBe(400);

  const area = { suite: 'web', scope: 'name', name: 'home', element: '.clock', label: 'Clock' };
  const { body } = await service.ask<IgnoreArea>('POST', '/api/v1/ignore-areas', area);
  const after = await compare(moved.id);
  expect(after.results).toMatchObject([{ status: 'unchanged' }]);
  expect(after.results[0]?.ignored).toMatchObject({
    regions: [10, 60].map((x) => ({
      x,
      y: 10,
      width: 20,
      height: 10,
      area: { id: body.id, label: 'Clock' },
    })),
    percentage: 4,
    isLarge: false,
  });
});
