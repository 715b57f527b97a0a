import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reviewQuery } from '../../../client/queries.js';
import { createReadAgain } from './createReadAgain.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that shows how often something had happened when what it shows was read, which takes some milliseconds. */
function openPage(duration: number) {
  const client = new QueryClient();
  const { queryKey } = reviewQuery('acme/web', 'dif_1');
  const world = { happened: 0, readings: 0 };
  const observer = new QueryObserver(client, {
    queryKey: queryKey as readonly string[],
    queryFn: async () => {
      world.readings += 1;
      const { happened } = world;
      await new Promise((resolve) => setTimeout(resolve, duration));
      return happened;
    },
  });
  const leave = observer.subscribe(() => {});
  const { readAgain, stop } = createReadAgain(client, 'acme/web', 'dif_1');
  return {
    world,
    shown: () => observer.getCurrentResult().data,
    happen: () => {
      world.happened += 1;
      readAgain(200);
    },
    leave: () => {
      leave();
      stop();
    },
  };
}

test('a reading that takes longer than the next event to come is shown, and followed by another', async () => {
  const { world, shown, happen, leave } = openPage(2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  for (let event = 0; event < 20; event++) {
    happen();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(shown()).toBeGreaterThan(10);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown()).toBe(20);
  expect(world.readings).toBeLessThan(10);
  leave();
});

test('events that come together are one reading', async () => {
  const { world, shown, happen, leave } = openPage(100);
  await vi.advanceTimersByTimeAsync(100);
  for (let event = 0; event < 5; event++) happen();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([shown(), world.readings]).toEqual([5, 2]);
  leave();
});
