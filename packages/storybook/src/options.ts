import { checkStabilise, type Stabilise } from '@svc/stabilise';
import { checkOptions, type OptionRule, type OptionRules, runRules } from '@svc/test-core';

export interface SvcStorybookOptions {
  /** The suite that the snapshots belong to: that of `svc stories-a`, to share its baselines. */
  suite: string;
  /**
   * `assert`: a run with a snapshot that nobody has approved fails. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a run fails whose snapshots could not all be uploaded; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
  /** Part of the identity of every snapshot. None for Chromium, else the name of the browser, if absent. */
  browser?: string | undefined;
  /** How far a color may move, 0 to 1, where a story does not say; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different, where a story does not say; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find the snapshots by, besides the tags of their story. */
  tags?: readonly string[] | undefined;
  /** What is done to a page, so that a story looks as in the pictures of the service: `false`, or by step. */
  stabilise?: Stabilise | undefined;
  /** Whether a picture that is not the known one comes with the layout of its page, by which the service names causes; true if absent. */
  layout?: boolean | undefined;
}

/** Options of `svcStorybook`. */
export interface SvcStoryTestOptions extends SvcStorybookOptions {
  /** The folder of Storybook's configuration, as `storybookTest` takes it; `.storybook` if absent. */
  configDir?: string | undefined;
  /** The folder of a build, or the address of a Storybook that is served; the run builds one itself if absent. */
  storybook?: string | undefined;
}

const isText: OptionRule = (value) => (typeof value === 'string' && value !== '') || 'must be a text';

const { attach: _, ...shared } = runRules;
const rules: OptionRules = { ...shared, browser: isText, stabilise: checkStabilise };
const testRules: OptionRules = { ...rules, configDir: isText, storybook: isText };

/** @throws Error that says which option is wrong, and what it may be */
export const checkStoryTestOptions = (options: SvcStoryTestOptions): void =>
  checkOptions('svcStorybook', "svcStorybook({ suite: 'stories' })", options, testRules);

/** @throws Error that says which option is wrong, and what it may be */
export const checkStorybookOptions = (options: SvcStorybookOptions): void =>
  checkOptions('withSvc', "withSvc({}, { suite: 'stories' })", options, rules);

/** Every step unless told otherwise: stories stand in no relation to a backend, and look as in a capture with all of them. */
export function storySteps(given: Stabilise | undefined): Stabilise {
  if (given === false) return false;
  const steps = { clock: true, identifiers: true };
  return typeof given === 'object' ? { ...steps, ...given } : steps;
}
