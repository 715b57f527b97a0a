import { relative, sep } from 'node:path';
import { type Shot, snapshotName } from '@svc/test-core';
import type { SvcOptions } from './options.js';
import type { Announced } from './Taken.js';

/** Where a picture was taken. */
export interface Place {
  project: { name: string; config: { root: string } };
  testPath: string | undefined;
}

export function shotOf(
  taken: Omit<Announced, 'hash'>,
  { project, testPath }: Place,
  options: SvcOptions,
): Omit<Shot, 'file'> {
  if (testPath === undefined) throw new Error('a picture was taken outside a test file');
  const { titles, attempt, name, isWhole, viewport, suffix = '' } = taken;
  const testFile = relative(project.config.root, testPath).split(sep).join('/');
  return {
    suite: taken.suite ?? options.suite,
    name: nameOf(name, isWhole, testFile, titles) + suffix,
    viewport: viewport ?? undefined,
    browser: project.name || undefined,
    testId: [testFile, ...titles].join(' > '),
    attempt,
    path: [testFile, ...titles],
    threshold: taken.threshold ?? options.threshold,
    antiAliasing: taken.antiAliasing ?? options.antiAliasing,
    tags: taken.tags ?? options.tags,
  };
}

/** Vitest tells screenshots with a name apart by their file, others by title and number as well. */
function nameOf(
  name: string | number,
  isWhole: boolean,
  testFile: string,
  titles: readonly string[],
): string {
  if (typeof name === 'number') return snapshotName(testFile, ...titles, name);
  return isWhole ? name : snapshotName(testFile, name);
}
