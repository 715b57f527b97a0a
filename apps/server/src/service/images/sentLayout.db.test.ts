import { createHash } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { layoutRecord } from '../../../testing/pages/layoutRecord.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { ensureProject } from '../../store/projects/projects.js';
import { readLayout } from './readLayout.js';

let service: TestService;
let key: string;
let projectId: string;
let captureId: string;
let projects = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const slug = `acme/sent-${++projects}`;
  key = await service.newKey(slug);
  projectId = (await ensureProject(service.resources.database, slug)).id;
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'web' }, key);
  captureId = body.id;
});

const png = image(7);
const hash = createHash('sha256').update(png).digest('hex');
const pack = (record: unknown) => deflateRawSync(JSON.stringify(record)).toString('base64');
const send = (query: Record<string, string>) =>
  service.upload(`/api/v1/snapshots?${new URLSearchParams(query)}`, png, 'image/png', key);
const layoutIn = (name: string) =>
  readLayout(service.resources, projectId, { name, viewport: '', browser: '', imageHash: hash });

test('an upload may bring its layout record, which stays', async () => {
  const sent = { captureId, name: 'card', layout: pack({ ...layoutRecord(['first']), more: 1 }) };
  expect((await send(sent)).status).toBe(200);
  expect(await layoutIn('card')).toEqual(layoutRecord(['first']));
  expect((await send({ ...sent, layout: pack(layoutRecord(['second'])) })).status).toBe(200);
  expect(await layoutIn('card')).toEqual(layoutRecord(['first']));
});

test('so may a known image, and an upload that is compared at once', async () => {
  expect((await send({ captureId, name: 'card' })).status).toBe(200);
  expect(await layoutIn('card')).toBeUndefined();
  const known = { captureId, name: 'card', hash, layout: pack(layoutRecord(['known'])) };
  expect((await service.ask('POST', '/api/v1/snapshots', known, key)).status).toBe(200);
  expect(await layoutIn('card')).toEqual(layoutRecord(['known']));
  const compared = {
    suite: 'web',
    branch: 'main',
    commit: 'c0ffee',
    layout: pack(layoutRecord(['compared'])),
  };
  expect((await send({ ...compared, name: 'tile' })).status).toBe(200);
  expect(await layoutIn('tile')).toEqual(layoutRecord(['compared']));
});

test.each([
  ['what is not deflated', Buffer.from('{}').toString('base64'), 'raw deflate data'],
  [
    'what has a header',
    deflateSync(JSON.stringify(layoutRecord(['x']))).toString('base64'),
    'raw deflate data',
  ],
  ['half a record', pack(layoutRecord(['x'])).slice(0, 40), 'raw deflate data'],
  ['nothing', '', 'raw deflate data'],
  ['60 MB of spaces', deflateRawSync(Buffer.alloc(60_000_000, 32)).toString('base64'), 'at most'],
  ['a list', pack([]), 'is an object'],
  ['another version', pack({ ...layoutRecord(['x']), version: 2 }), 'Version 2'],
  ['a node below itself', pack({ ...layoutRecord(['x']), nodes: [[0, 0, 0, 0, 0, 1, 1]] }), 'parent'],
  ['lists in lists', deflateRawSync('['.repeat(2_000_000)).toString('base64'), 'is JSON'],
  ['too long a text', 'A'.repeat(190_001), '190000'],
])('%s is refused, and so is its image', async (_what, layout, message) => {
  const body = { captureId, name: 'card', hash, layout };
  const answer = await service.ask<{ error: { code: string; details?: { path: string }[] } }>(
    'POST',
    '/api/v1/snapshots',
    body,
    key,
  );
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(JSON.stringify(answer.body)).toContain(message);
  expect(await layoutIn('card')).toBeUndefined();
});
