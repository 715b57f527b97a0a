import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SvcServiceOptions } from './options.js';
import { SvcLauncher } from './SvcLauncher.js';

beforeEach(() => vi.stubEnv('SVC_SHOT_FOLDER', undefined));
afterEach(() => vi.unstubAllEnvs());

test('a run without snapshots needs no key, and leaves nothing behind', async () => {
  const launcher = new SvcLauncher({ suite: 'e2e' });
  launcher.onPrepare();
  expect(process.env.SVC_SHOT_FOLDER).toMatch(/svc-shots-/);
  await launcher.onComplete(0, { shard: { current: 1, total: 1 } });
  expect(process.env.SVC_SHOT_FOLDER).toBeUndefined();
});

test('options that are wrong end the run before it begins', () => {
  expect(() => new SvcLauncher({ suit: 'e2e' } as unknown as SvcServiceOptions).onPrepare()).toThrow(
    expect.objectContaining({ name: 'SevereServiceError', message: expect.stringContaining('"suit"') }),
  );
});
