import { ShotFolder } from '@svc/test-core/driver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderOfProcess } from './ownFolder.js';

beforeEach(() => {
  vi.stubEnv('SVC_SHOT_FOLDER', undefined);
  vi.stubEnv('JEST_WORKER_ID', '1');
});
afterEach(() => vi.unstubAllEnvs());

test('Jest without the reporter is told what to add', () => {
  expect(() => folderOfProcess()).toThrow("add '@svc/puppeteer/setup' to the reporters");
});

test('a process of a run leaves its pictures to the process that the run began in', () => {
  const folder = ShotFolder.make();
  folder.share();
  const kept = { shot: { suite: 'e2e', name: 'Home', testId: 'a', path: [] } };
  folderOfProcess().keep(kept, new Uint8Array([1]));
  expect(folder.read().shots).toHaveLength(1);
  folder.remove();
});
