import { afterAll, beforeAll, describe } from 'vitest';
import { testBlobStore } from '../../apps/server/testing/testBlobStore.js';
import { whyNoCeph } from '../../scripts/ceph/install.mjs';
import { type Ceph, startCeph } from '../../scripts/ceph/start.mjs';
import { openStoreUnderTest } from './openStoreUnderTest.js';

const why = whyNoCeph();

/** What `npm test` has of `npm run test:s3`. */
describe.skipIf(why)(`a real S3${why ? `: skipped, since ${why}` : ''}`, () => {
  let running: Awaited<ReturnType<typeof startCeph>>;
  beforeAll(async () => {
    running = await startCeph();
  });
  afterAll(() => running?.stop());

  const ceph = (): Ceph => running.ceph;
  testBlobStore('S3', () => openStoreUnderTest(ceph()));
});
