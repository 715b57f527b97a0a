import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the web, built from its sources. */
    webFolder: string;
  }
}

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Builds the web once for all test files of a run, unless it was built of the same sources before. */
export default function setup(project: TestProject): void {
  execFileSync(process.execPath, [inRepository('scripts/build-web.mjs')], { stdio: 'inherit' });
  project.provide('webFolder', inRepository('apps/web/dist'));
}
