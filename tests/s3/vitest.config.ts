import { defineConfig } from 'vitest/config';

/** For `npm run test:s3` alone: these tests take a Ceph. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/s3/*.spec.ts'],
    // Has a Ceph of its own, for `npm test`.
    exclude: ['tests/s3/short.spec.ts'],
    setupFiles: ['tests/setup/seed.ts'],
    globalSetup: ['tests/setup/postgres.ts', 'tests/s3/ceph.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
