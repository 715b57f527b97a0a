import { expect, test } from 'vitest';
import { closeAfterAll } from '../testing/closeAfterAll.js';
import { startFakeService } from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';

const kept = closeAfterAll();

const flaky = (name: string) => ({
  suite: 'web',
  name,
  viewport: null,
  browser: null,
  score: 1,
  counts: { unstable: 1, recaptured: 0, retried: 0, flipped: 0 },
  lastAt: '2026-11-22T07:47:12.000Z',
  kind: 'unstable',
  reason: 'clock',
  detail: null,
  captureId: 'cap_1',
  branch: 'main',
  commit: 'c1',
  diffId: null,
  otherCaptureId: null,
  image: null,
  other: null,
});

test('flaky snapshots are read page by page', async () => {
  const service = kept(
    await startFakeService({
      listFlaky: ({ query }) =>
        query.cursor === undefined
          ? { snapshots: [flaky('Clock')], nextCursor: 'more' }
          : { snapshots: [flaky('Chart')], nextCursor: null },
    }),
  );
  const { flakySnapshots } = new SvcClient({ apiKey: 'svc_x', apiUrl: service.url });
  expect((await flakySnapshots.list({ suite: 'web' })).map(({ name }) => name)).toEqual(['Clock', 'Chart']);
  expect(service.of('listFlaky').map(({ query }) => query)).toMatchObject([
    { suite: 'web' },
    { suite: 'web', cursor: 'more' },
  ]);
  await flakySnapshots.list();
  expect(service.of('listFlaky').at(-1)?.query).not.toHaveProperty('name');
});

test('what cannot be a list of options is refused before anything is asked', async () => {
  const { flakySnapshots } = new SvcClient({ apiKey: 'svc_x', apiUrl: 'http://127.0.0.1:9' });
  await expect(flakySnapshots.list('web' as never)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
