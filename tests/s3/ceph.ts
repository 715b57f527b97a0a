import type { TestProject } from 'vitest/node';
import { type Ceph, startCeph } from '../../scripts/ceph/start.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    ceph: Ceph;
  }
}

/** One Ceph for all files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ceph, stop } = await startCeph();
  project.provide('ceph', ceph);
  return stop;
}
