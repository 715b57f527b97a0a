import { defineConfig } from 'vitest/config';

const common = { testTimeout: 30_000, hookTimeout: 120_000 };
const sources = ['packages/*/src', 'apps/*/src'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [...sources.map((folder) => `${folder}/**/*.test.ts`), 'scripts/**/*.test.mjs'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'database',
          include: sources.map((folder) => `${folder}/**/*.db.test.ts`),
          globalSetup: ['tests/setup/postgres.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/**/*.spec.ts'],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
