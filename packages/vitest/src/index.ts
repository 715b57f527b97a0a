import type { SvcMatchOptions } from './browser/SvcMatchOptions.js';

export type { SvcMatchOptions } from './browser/SvcMatchOptions.js';
export type { SvcMode, SvcOptions, SvcSnapshotOptions, SvcViewport } from './options.js';
export { svcVitest } from './svcVitest.js';

declare global {
  // Vitest 4 and 5 declare matchers differently, and both take those of Chai.
  namespace Chai {
    interface Assertion {
      /**
       * Takes a snapshot of an element, a locator or `page`.
       * @param name the name of the snapshot, as it is; the file, the titles and a number of the test if absent
       */
      toMatchSvc(name?: string | SvcMatchOptions, options?: SvcMatchOptions): Promise<void>;
    }
  }
}
