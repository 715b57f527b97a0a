import { expect, test } from 'vitest';
import { closeAfterAll } from '../testing/closeAfterAll.js';
import { startFakeService } from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';

const kept = closeAfterAll();

test('members are asked to review, listed, and asked no longer', async () => {
  const request = {
    id: 'rvr_1',
    reviewer: { id: 'usr_1', name: 'Ada' },
    requestedBy: 'key:ci',
    requestedAt: '2026-01-01T00:00:00.000Z',
    isYou: false,
  };
  const service = kept(
    await startFakeService({
      listReviewRequests: () => ({ requests: [request] }),
      requestReview: () => ({ requests: [request] }),
      endReviewRequest: () => ({}),
    }),
  );
  const { reviewRequests } = new SvcClient({ apiKey: 'svc_x', apiUrl: service.url });
  expect(await reviewRequests.ask('dif_1', ['Ada'])).toEqual([request]);
  expect(service.of('requestReview')).toMatchObject([{ id: 'dif_1', body: { reviewers: ['Ada'] } }]);
  expect(await reviewRequests.list('dif_1')).toEqual([request]);
  await reviewRequests.end('rvr_1');
  expect(service.of('endReviewRequest')).toMatchObject([{ id: 'rvr_1' }]);
  await expect(reviewRequests.ask('dif_1', 'Ada' as never)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});
