import { expect, test } from 'vitest';
import { defaultRateLimits } from '../../apps/server/src/domain/access/rateLimits.js';
import { startTestService } from '../../apps/server/testing/startTestService.js';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import type { Retry } from '../../packages/sdk/src/transport/retry.js';

test('of many parallel clients with one key and tight limits, none fails', async () => {
  // As by contract, but for the length of the window, so that it takes seconds.
  const limits = { ...defaultRateLimits, sessions: 6, reads: 5 };
  const service = await startTestService(undefined, { limits, window: 2_000, grace: 2_000 });
  try {
    const apiUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const retries: Retry[] = [];
    const origin = { suite: 'shared', branch: 'main' };
    await new SvcClient({ apiKey: service.apiKey, apiUrl }).createSession({ ...origin, commit: 'c' });
    const calls = Array.from({ length: 24 }, async (_, index) => {
      const client = new SvcClient({
        apiKey: service.apiKey,
        apiUrl,
        onRetry: (retry) => retries.push(retry),
      });
      if (index % 3 === 0) return client.getBaselineRefs('shared');
      return client.createSession({ ...origin, commit: `c${index}` });
    });
    expect(await Promise.all(calls)).toHaveLength(24);
    expect(retries.length).toBeGreaterThan(0);
    expect(new Set(retries.map(({ error }) => error.code))).toEqual(new Set(['RATE_LIMITED']));
  } finally {
    await service.stop();
  }
});
