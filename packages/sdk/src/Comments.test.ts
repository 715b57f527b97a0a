import { expect, test } from 'vitest';
import { closeAfterAll } from '../testing/closeAfterAll.js';
import { startFakeService } from '../testing/startFakeService.js';
import { SvcClient } from './SvcClient.js';

const kept = closeAfterAll();

const thread = (id: string) => ({
  id,
  diffId: 'dif_1',
  name: 'card',
  viewport: null,
  browser: null,
  pin: null,
  imageHash: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  resolvedBy: null,
  resolvedAt: null,
  comments: [],
});

test('comments are listed over all pages, begun, answered, resolved and reopened', async () => {
  const service = kept(
    await startFakeService({
      listThreads: ({ query }) =>
        query.cursor === 'next'
          ? { threads: [thread('thr_2')], nextCursor: null }
          : { threads: [thread('thr_1')], nextCursor: 'next' },
      startThread: () => thread('thr_3'),
      reply: ({ id }) => thread(id),
      resolveThread: ({ id }) => thread(id),
      reopenThread: ({ id }) => thread(id),
    }),
  );
  const { comments } = new SvcClient({ apiKey: 'svc_x', apiUrl: service.url });
  expect((await comments.list('dif_1')).map(({ id }) => id)).toEqual(['thr_1', 'thr_2']);
  const begun = { name: 'card', pin: { x: 1, y: 2 }, text: '@Ada, is this meant?' };
  expect((await comments.start('dif_1', begun)).id).toBe('thr_3');
  expect(service.of('startThread')).toMatchObject([{ id: 'dif_1', body: begun }]);
  expect((await comments.reply('thr_3', 'Yes')).id).toBe('thr_3');
  expect(service.of('reply')).toMatchObject([{ id: 'thr_3', body: { text: 'Yes' } }]);
  expect((await comments.resolve('thr_3')).id).toBe('thr_3');
  expect((await comments.reopen('thr_3')).id).toBe('thr_3');
});

test.each([
  ['list', ['']],
  ['start', ['dif_1', { name: 'card' }]],
  ['reply', ['thr_1', '']],
] as const)('%s refuses %j before it asks', async (method, given) => {
  const { comments } = new SvcClient({ apiKey: 'svc_x', apiUrl: 'http://127.0.0.1:9' });
  const call = comments[method] as (...values: unknown[]) => Promise<unknown>;
  await expect(call.apply(comments, [...given])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
