import { checkOwnOptions, shotRules } from '@svc/test-core/page';
import type { SvcMode, SvcSnapshotOptions, SvcViewport } from '../options.js';

/** Options of `toMatchSvc`. */
export interface SvcMatchOptions extends SvcSnapshotOptions {
  /** Another suite than that of the configuration. */
  suite?: string | undefined;
  /** Takes a snapshot in each of these sizes, and restores the size of the page. */
  viewports?: readonly SvcViewport[] | undefined;
  /** Takes a snapshot in each of these modes, named `name[mode]` like those of stories, and restores the page. */
  modes?: Readonly<Record<string, SvcMode>> | undefined;
  /** The part of the page to take: a selector. */
  element?: string | undefined;
  /** Of `page`, all of it instead of what is visible; false if absent. */
  fullPage?: boolean | undefined;
  /** Covered in the picture: selectors. */
  mask?: readonly string[] | undefined;
  /** Hidden while the picture is taken: selectors. */
  ignoreSelectors?: readonly string[] | undefined;
  /** Milliseconds to wait before the picture. */
  delay?: number | undefined;
}

const { browser: _, testId: __, ...rules } = shotRules;

/** @throws Error that says which option is wrong, and what it may be */
export const checkMatchOptions = (options: SvcMatchOptions): void =>
  checkOwnOptions('toMatchSvc', options, rules satisfies Record<keyof SvcMatchOptions, unknown>);
