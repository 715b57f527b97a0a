import { type ErrorBody, type SnapshotDiffResult, snapshotText } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function sendForm(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('png', new Blob([new Uint8Array(image(1))], { type: 'image/png' }), 'snapshot');
  const { headers, body } = new Response(form);
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const answer = await service.upload('/api/v1/snapshots', bytes, headers.get('content-type') ?? '');
  return { status: answer.status, body: answer.body as SnapshotDiffResult & ErrorBody };
}

/** All fields but `layout`, which has tests of its own, and `captureId`, which replaces most of them. */
const allFields: Record<string, string> = {
  name: 'button',
  viewport: '1280x720',
  browser: 'chromium',
  sessionId: 'ses_form1',
  suite: 'forms',
  branch: 'feature',
  commit: 'c0ffee1',
  baselineRef: 'main',
  isLocal: 'false',
  autoApprove: 'false',
  path: '["Button"]',
  metadata: '{}',
  ignore: '[{"x":0,"y":0,"width":1,"height":1}]',
  history: 'c0ffee1,c0ffee0',
  testId: 'button.spec.ts > button',
  threshold: '0.063',
  antiAliasing: 'true',
  checkout: 'c0ffee2',
  shard: '1/2',
  job: 'test',
  runKey: 'run 1',
  ci: '{}',
};

test('a form may hold every field of an upload', async () => {
  const names = Object.keys(snapshotText.shape).filter((name) => name !== 'captureId' && name !== 'layout');
  expect(Object.keys(allFields).toSorted()).toEqual(names.toSorted());
  const { status, body } = await sendForm(allFields);
  expect([status, body.error, body.status]).toEqual([200, undefined, 'new']);
});
