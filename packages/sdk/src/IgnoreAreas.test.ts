import { expect, test } from 'vitest';
import { closeAfterAll } from '../testing/closeAfterAll.js';
import { startFakeService } from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';

const kept = closeAfterAll();

const area = (id: string) => ({
  id,
  suite: 'web',
  scope: 'suite' as const,
  name: null,
  viewport: null,
  browser: null,
  box: { x: 0, y: 0, width: 10, height: 10 },
  element: null,
  label: 'Clock',
  author: 'user:Ada',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  isExpired: false,
});

test('areas are listed over all pages, added, changed and removed', async () => {
  const service = kept(
    await startFakeService({
      listIgnoreAreas: ({ query }) =>
        query.cursor === 'next'
          ? { areas: [area('iga_2')], nextCursor: null }
          : { areas: [area('iga_1')], nextCursor: 'next' },
      addIgnoreArea: () => area('iga_3'),
      changeIgnoreArea: ({ id }) => area(id),
      removeIgnoreArea: () => ({}),
    }),
  );
  const { ignoreAreas } = new SvcClient({ apiKey: 'svc_x', apiUrl: service.url });
  expect((await ignoreAreas.list({ suite: 'web' })).map(({ id }) => id)).toEqual(['iga_1', 'iga_2']);
  expect(service.of('listIgnoreAreas').map(({ query }) => query.suite)).toEqual(['web', 'web']);
  const options = { suite: 'web', scope: 'suite' as const, label: 'Clock', element: '.clock' };
  expect((await ignoreAreas.add(options)).id).toBe('iga_3');
  expect(service.of('addIgnoreArea')).toMatchObject([{ body: options }]);
  expect((await ignoreAreas.change('iga_3', { label: 'Time' })).id).toBe('iga_3');
  expect(service.of('changeIgnoreArea')).toMatchObject([{ id: 'iga_3', body: { label: 'Time' } }]);
  await ignoreAreas.remove('iga_3');
  expect(service.of('removeIgnoreArea')).toMatchObject([{ id: 'iga_3' }]);
});

test.each([
  ['add', [{ suite: 'web' }]],
  ['change', ['', {}]],
  ['remove', ['']],
] as const)('%s refuses %j before it asks', async (method, given) => {
  const { ignoreAreas } = new SvcClient({ apiKey: 'svc_x', apiUrl: 'http://127.0.0.1:9' });
  const call = ignoreAreas[method] as (...values: unknown[]) => Promise<unknown>;
  await expect(call.apply(ignoreAreas, [...given])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
