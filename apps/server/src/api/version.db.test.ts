import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('anyone can ask for the version', async () => {
  const answer = await service.app.inject({ url: '/api/v1/version' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { version }]);
});

test.each(['/api/v1/version', '/api/v1/captures', '/api/v1/nope', '/healthz', '/%'])(
  'the answer to %s names the version',
  async (url) => {
    expect((await service.app.inject({ url })).headers['x-svc-version']).toBe(version);
  },
);
