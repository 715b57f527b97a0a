import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from './settled.js';
import { startTestService, type TestService } from './startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('gives up at the deadline and names the jobs that have not ended', async () => {
  const { database, queue } = service.resources;
  const { body: open } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'stuck',
    snapshots: [{ name: 'a' }],
  });
  await queue.interrupt();
  await queue.enqueue(database, 'computeDiff', { diffId: 'dif_stuck' });
  await expect(settled(service, 'captures', open.id, { patience: 50 })).rejects.toThrow(
    `captures/${open.id} is still pending after 0.05 s. Jobs:\n  computeDiff created {"diffId":"dif_stuck"}`,
  );
});

test('reports an answer that is not the subject at once', async () => {
  await expect(settled(service, 'diffs', 'dif_none')).rejects.toThrow('diffs/dif_none answers 404');
});
