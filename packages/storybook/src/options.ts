import { checkStabilise } from '@svc/stabilise';
import { checkOptions, type OptionRule, type OptionRules, runRules } from '@svc/test-core';
import type { StoryOptions } from '@svc/test-core/stories';

export interface SvcStorybookOptions extends StoryOptions {
  /**
   * `assert`: a run with a snapshot that nobody has approved fails. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a run fails whose snapshots could not all be uploaded; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
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
