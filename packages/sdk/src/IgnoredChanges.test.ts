import { expect, test } from 'vitest';
import { closeAfterAll } from '../testing/closeAfterAll.js';
import { startFakeService } from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';

const kept = closeAfterAll();

test('changes are ignored for a while, and no longer', async () => {
  const service = kept(
    await startFakeService({
      ignoreChanges: () => ({ ignored: 2, ignoredUntil: '2026-01-08T00:00:00.000Z' }),
      stopIgnoring: () => ({ ignored: 0, ignoredUntil: null }),
    }),
  );
  const { ignoredChanges } = new SvcClient({ apiKey: 'svc_x', apiUrl: service.url });
  const options = { snapshots: ['button'], days: 3 };
  expect(await ignoredChanges.add('dif_1', options)).toMatchObject({ ignored: 2 });
  expect(service.of('ignoreChanges')).toMatchObject([{ id: 'dif_1', body: options }]);
  const slots = [{ name: 'button', viewport: null }];
  expect(await ignoredChanges.remove('dif_1', { slots })).toEqual({ ignored: 0, ignoredUntil: null });
  expect(service.of('stopIgnoring')).toMatchObject([{ id: 'dif_1', body: { slots } }]);
  await expect(ignoredChanges.add('', options)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
