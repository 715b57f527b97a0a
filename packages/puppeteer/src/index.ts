import { pictureFlags, type Stabilise, startScript } from '@svc/stabilise';
import { checkDriverOptions, type DriverOptions, takeShots } from '@svc/test-core/driver';
import { driverOf } from './driverOf.js';
import { folderOfProcess } from './ownFolder.js';
import { runningTest } from './runningTest.js';
import type { SvcPage } from './SvcPage.js';

export type {
  DriverMode as SvcMode,
  DriverOptions as SvcSnapshotOptions,
  DriverViewport as SvcViewport,
} from '@svc/test-core/driver';
export type { SvcPage } from './SvcPage.js';

/** Flags of Chromium by which pages look as in the pictures of the service: for `args` of `launch()`. */
export const browserFlags: readonly string[] = pictureFlags;

/**
 * Takes a snapshot, which is uploaded and compared when the tests have ended.
 * @param name the name of the snapshot, as it is; the file, the titles and a number of the test if absent
 * @throws Error where an option is wrong, or no element matches
 */
export async function snapshot(
  page: SvcPage,
  name: string | DriverOptions,
  options?: DriverOptions,
): Promise<void> {
  const [given, more] = typeof name === 'string' ? [name, options] : [undefined, name];
  checkDriverOptions('snapshot', "snapshot(page, 'Home', { suite: 'e2e' })", more as DriverOptions);
  const order = { name: given, options: more as DriverOptions, test: runningTest() };
  await takeShots(driverOf(page), order, folderOfProcess());
}

/**
 * Prepares a page before it loads: with this, `random`, `clock` and `identifiers` of `stabilise` hold, and closed shadow roots
 * and timers are known to the other steps.
 */
export async function preparePage(
  page: { evaluateOnNewDocument(script: string): Promise<unknown> },
  stabilise?: Stabilise,
): Promise<void> {
  await page.evaluateOnNewDocument(startScript(stabilise));
}
