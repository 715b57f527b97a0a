import type { Locator } from '@playwright/test';
import { checkStabilise, type Stabilise } from '@svc/stabilise';
import { among, checkOptions as check, isFlag, type OptionRule, runRules } from '@svc/test-core';
import { checkOwnOptions, shotRules } from '@svc/test-core/page';

/** How a snapshot is compared and shown. */
export interface SvcSnapshotOptions {
  /** How far a color may move, 0 to 1; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find it by, kept in its metadata. */
  tags?: readonly string[] | undefined;
  /** What is done to the page before the picture, so that it looks as in the pictures of the service: `false`, or by step. */
  stabilise?: Stabilise | undefined;
  /** Whether a picture that is not the known one comes with the layout of its page, by which the service names causes; true if absent. */
  layout?: boolean | undefined;
}

export interface SvcOptions extends SvcSnapshotOptions {
  /** The suite that the snapshots belong to. */
  suite: string;
  /**
   * `assert`: a run with a snapshot that nobody has approved fails. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a run fails whose snapshots could not all be uploaded; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
  /** Which snapshots the reports of Playwright show: those to review if absent. */
  attach?: 'changed' | 'all' | undefined;
  /**
   * Whether a changed snapshot gets the trace of its test, where Playwright has recorded one; `changed` if absent. Others who
   * may see the project can download it.
   */
  trace?: 'changed' | 'never' | undefined;
  /** Also takes the images of `expect(buffer).toMatchSnapshot('name.png')`; see the README for what this needs. */
  buffers?: boolean | undefined;
}

/** Pixels of a page. */
export interface SvcViewport {
  width: number;
  height: number;
}

/** One way to show a page: what of it is absent stays as it is. */
export interface SvcMode {
  viewport?: SvcViewport | undefined;
  colorScheme?: 'light' | 'dark' | 'no-preference' | undefined;
  reducedMotion?: 'reduce' | 'no-preference' | undefined;
  forcedColors?: 'active' | 'none' | undefined;
  contrast?: 'more' | 'no-preference' | undefined;
  media?: 'screen' | 'print' | undefined;
}

/** Options of `toMatchSvc`. */
export interface SvcMatchOptions extends SvcSnapshotOptions {
  /** Another suite than that of the configuration. */
  suite?: string | undefined;
  /** Takes a snapshot in each of these sizes, and restores the size of the page. */
  viewports?: readonly SvcViewport[] | undefined;
  /** Takes a snapshot in each of these modes, named `name[mode]` like those of stories, and restores the page. */
  modes?: Readonly<Record<string, SvcMode>> | undefined;
  /** The part of the page to take. */
  element?: string | undefined;
  /** The whole page instead of what is visible; false if absent. */
  fullPage?: boolean | undefined;
  /** Covered in the picture: selectors, or locators. */
  mask?: readonly (string | Locator)[] | undefined;
  /** Hidden while the picture is taken. */
  ignoreSelectors?: readonly string[] | undefined;
  /** Milliseconds to wait before the picture. */
  delay?: number | undefined;
}

const rules = {
  ...runRules,
  trace: among('changed', 'never'),
  buffers: isFlag,
  stabilise: checkStabilise,
} satisfies Record<keyof SvcOptions, unknown>;

const { browser: _, testId: __, ...shot } = shotRules;
const matchRules = {
  ...shot,
  mask: (value) =>
    (Array.isArray(value) &&
      value.every((one) => typeof one === 'object' || (one && typeof one === 'string'))) ||
    'must be a list of selectors and locators',
  stabilise: checkStabilise,
} satisfies Record<keyof SvcMatchOptions, OptionRule>;

/** @throws Error that says which option is wrong, and what it may be */
export const checkMatchOptions = (options: SvcMatchOptions): void =>
  checkOwnOptions('toMatchSvc', options, matchRules);

/** @throws Error that says which option is wrong, and what it may be */
export const checkOptions = (options: SvcOptions): void =>
  check('withSvc', "withSvc(config, { suite: 'e2e' })", options, rules);
