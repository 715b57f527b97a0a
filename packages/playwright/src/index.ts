import type { Expect, Locator, Page } from '@playwright/test';
import { pictureFlags } from '@svc/stabilise';
import type { SvcMatchOptions } from './options.js';
import { expect as base } from './runner.js';
import { takeMatch } from './toMatchSvc.js';

export type { SvcMatchOptions, SvcMode, SvcOptions, SvcSnapshotOptions, SvcViewport } from './options.js';
export { test } from './runner.js';
export { withSvc } from './withSvc.js';

/** Flags of Chromium by which pages look as in the pictures of the service: for `launchOptions.args`. */
export const browserFlags: readonly string[] = pictureFlags;

interface MatcherAnswer {
  pass: boolean;
  message: () => string;
}

type SvcMatchers = {
  /**
   * Takes a snapshot that is uploaded and compared when the test has ended.
   * @param name the name of the snapshot, as it is; the file, the titles and a number of the test if absent
   */
  toMatchSvc(
    target: Page | Locator,
    name?: string | SvcMatchOptions,
    options?: SvcMatchOptions,
  ): Promise<MatcherAnswer>;
};

/** Playwright's `expect` with `toMatchSvc`. */
export const expect: Expect<SvcMatchers> = base.extend<SvcMatchers>({
  async toMatchSvc(target, name, options) {
    const [given, more] = typeof name === 'string' ? [name, options] : [undefined, name];
    await takeMatch(target, given, more ?? {});
    return { pass: true, message: () => 'a snapshot cannot be expected not to match: remove .not' };
  },
});
