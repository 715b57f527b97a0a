import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the web, built from its sources. */
    webFolder: string;
  }
}

/** Builds the web once for all test files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-web-'));
  await build({
    root: resolve(import.meta.dirname, '../../apps/web'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  project.provide('webFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
