import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as imported from '@svc/sdk';
import { startStubService } from './stubService.mjs';

const required = createRequire(import.meta.url)('@svc/sdk');

test('import and require offer the same', () => {
  const names = (module) => Object.keys(module).filter((name) => name !== 'default' && name !== '__esModule');
  assert.deepEqual(names(required).sort(), names(imported).sort());
});

for (const [how, { SvcClient, SvcError }] of Object.entries({ imported, required })) {
  test(`the SDK, ${how}, retries a call that the service refuses for a moment`, async () => {
    const service = await startStubService({
      'GET /api/v1/captures/cap_1': ({ attempt }) =>
        attempt === 1
          ? {
              status: 503,
              headers: { 'retry-after': '0' },
              body: { code: 'INTERNAL_ERROR', message: 'later' },
            }
          : { body: { id: 'cap_1', status: 'completed' } },
    });
    try {
      const retries = [];
      const client = new SvcClient({
        apiKey: 'svc_key',
        apiUrl: service.url,
        retryBaseDelayMs: 1,
        onRetry: ({ error }) => retries.push(error.statusCode),
      });
      assert.equal((await client.getCapture('cap_1')).status, 'completed');
      assert.deepEqual(retries, [503]);
      await assert.rejects(client.getCapture('cap_2'), SvcError);
    } finally {
      await service.close();
    }
  });
}
