import { pictureFlags } from '@svc/stabilise';
import type { DriverOptions } from '@svc/test-core/driver';

export type { DriverMode as SvcMode, DriverViewport as SvcViewport } from '@svc/test-core/driver';
export type { SvcServiceOptions } from './options.js';
export { SvcLauncher as launcher } from './SvcLauncher.js';
export { default } from './SvcWorker.js';

/** Options of `browser.svcSnapshot`: those of the service hold where it says nothing. */
export type SvcSnapshotOptions = Partial<DriverOptions>;

/** Flags of Chromium by which pages look as in the pictures of the service: for `args` of `goog:chromeOptions`. */
export const browserFlags: readonly string[] = pictureFlags;

declare global {
  namespace WebdriverIO {
    interface Browser {
      /**
       * Takes a snapshot, which is uploaded and compared when the tests have ended.
       * @param name the name of the snapshot, as it is; the file, the titles and a number of the test if absent
       */
      svcSnapshot(name?: string | SvcSnapshotOptions, options?: SvcSnapshotOptions): Promise<void>;
    }
  }
}
