import type { Diff, IgnoredRegion, SnapshotDiffResult } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const size = { width: 40, height: 20 };
const clock: IgnoredRegion = { x: 0, y: 0, width: 10, height: 4 };

/** A page with a clock in its upper left corner and a block of content in the lower half. */
const page = (time: number, content = 0): Buffer =>
  image((x, y) => {
    if (x < 10 && y < 4) return time;
    return x >= 20 && x < 30 && y >= 10 ? content : 255;
  }, size);

let uploads = 0;
const commit = () => (uploads++).toString(16).padStart(40, '0');

async function upload(png: Buffer, fields: Record<string, string>): Promise<SnapshotDiffResult> {
  const query = new URLSearchParams({
    name: 'page',
    suite: 'default',
    branch: 'main',
    commit: commit(),
    ...fields,
  });
  const { status, body } = await service.upload(`/api/v1/snapshots?${query}`, png, 'image/png');
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SnapshotDiffResult;
}

const ignoring = (...regions: IgnoredRegion[]) => ({ ignore: JSON.stringify(regions) });
const resultOf = async ({ diffId }: SnapshotDiffResult) => {
  const { body } = await service.ask<Diff>('GET', `/api/v1/diffs/${diffId}`);
  return body.results[0];
};

describe('an image that differs only inside ignored regions', () => {
  test('is unchanged, says so, and is compared with the look that was approved', async () => {
    const suite = { suite: 'clock', ...ignoring(clock) };
    await upload(page(0), { ...suite, autoApprove: 'true' });
    for (const time of [50, 100]) {
      const unchanged = await upload(page(time), suite);
      expect(unchanged).toMatchObject({
        status: 'unchanged',
        approvalStatus: 'approved',
        diffPercentage: 0,
        ignored: { regions: [clock], percentage: 5, isLarge: false },
      });
      expect(await resultOf(unchanged)).toMatchObject({
        status: 'unchanged',
        ignored: { regions: [clock], percentage: 5, isLarge: false },
      });
    }
    // Not what was captured last is the baseline, but what was approved.
    const { baselines } = (
      await service.ask<{ baselines: { imageUrl: string }[] }>('GET', '/api/v1/baselines?suite=clock')
    ).body;
    expect(baselines).toHaveLength(1);
    const beside = await upload(page(100, 128), suite);
    expect(beside).toMatchObject({ status: 'changed', approvalStatus: 'pending', diffPercentage: 12.5 });
  });

  test('whose attribute came with the change or went with it is unchanged, too, and says so', async () => {
    for (const [before, after] of [
      [ignoring(), ignoring(clock)],
      [ignoring(clock), ignoring()],
    ]) {
      const suite = { suite: `one side ${before?.ignore}` };
      await upload(page(0), { ...suite, ...before, autoApprove: 'true' });
      expect(await upload(page(200), { ...suite, ...after })).toMatchObject({
        status: 'unchanged',
        ignored: { regions: [clock], percentage: 5, isLarge: false },
      });
    }
  });
});

test('equal pixels say what would have been ignored', async () => {
  const suite = { suite: 'equal', ...ignoring(clock, clock, { ...clock, x: 9.5, width: 1 }) };
  await upload(page(0), { ...suite, autoApprove: 'true' });
  expect(await upload(page(0), suite)).toMatchObject({
    status: 'unchanged',
    ignored: { regions: [clock, { x: 9, y: 0, width: 2, height: 4 }], percentage: 5.5, isLarge: false },
  });
});

test('regions outside of the image and empty ones are dropped', async () => {
  const suite = {
    suite: 'outside',
    ...ignoring({ ...clock, x: 40 }, { ...clock, width: 0 }, { ...clock, x: -5 }),
  };
  expect(await upload(page(0), suite)).toMatchObject({
    status: 'new',
    ignored: { regions: [{ x: 0, y: 0, width: 5, height: 4 }] },
  });
  expect(await upload(page(0), { suite: 'none', ...ignoring({ ...clock, y: 20 }) })).toMatchObject({
    ignored: null,
  });
});

test.each(['[', '[{}]', '[{"x":0,"y":0,"width":"1","height":1}]', '{}'])('%s is refused', async (ignore) => {
  const query = new URLSearchParams({
    name: 'page',
    suite: 'default',
    branch: 'main',
    commit: commit(),
    ignore,
  });
  const { status } = await service.upload(`/api/v1/snapshots?${query}`, page(0), 'image/png');
  expect(status).toBe(400);
});
