import { AsyncLocalStorage } from 'node:async_hooks';
import { sep } from 'node:path';
import type { TestInfo } from '@playwright/test';
import type { Shot } from '@svc/test-core';
import { test } from './runner.js';
import { sharedState } from './sharedState.js';
import { shotFolder } from './shotFolder.js';
import { noteGivenName, snapshotNameOf } from './takenPictures.js';

/** The picture that a `toHaveScreenshot` is about to take. */
export interface ExpectedPicture {
  /** Where Playwright puts it. */
  path: string;
  slot: Pick<Shot, 'suite' | 'name' | 'browser'>;
}

type Resolve = (
  this: TestInfo,
  kind: string,
  name: string | string[] | undefined,
  ...more: unknown[]
) => { absoluteSnapshotPath: string };

const current = new AsyncLocalStorage<ExpectedPicture>();

/** Of the call of `toHaveScreenshot` that this is called in; undefined where Playwright does not tell. */
export const expectedPicture = (): ExpectedPicture | undefined => current.getStore();

/** Has each `toHaveScreenshot` of this worker note its picture. Playwright names it in a method of its own. */
export function noteExpectedPictures(): void {
  let info: TestInfo;
  try {
    info = test.info();
  } catch {
    return;
  }
  const prototype = Object.getPrototypeOf(info) as { _resolveSnapshotPaths?: Resolve };
  const resolve = prototype._resolveSnapshotPaths;
  if (!resolve || sharedState.notesPictures) return;
  sharedState.notesPictures = true;
  prototype._resolveSnapshotPaths = function (kind, name, ...more) {
    const resolved = resolve.call(this, kind, name, ...more);
    if (kind === 'screenshot') current.enterWith(pictureOf(this, resolved.absoluteSnapshotPath, name));
    return resolved;
  };
}

function pictureOf(
  { titlePath, project }: TestInfo,
  path: string,
  name: string | string[] | undefined,
): ExpectedPicture {
  const [file = '', ...titles] = titlePath;
  const given = Array.isArray(name) ? name.join('/') : name;
  if (given && path.startsWith(`${shotFolder()}${sep}`)) noteGivenName(path, given);
  return {
    path,
    slot: {
      suite: sharedState.options?.suite ?? '',
      name: snapshotNameOf({ file: file.replaceAll('\\', '/'), titles, given, folder: shotFolder(), path }),
      browser: project.name || undefined,
    },
  };
}
