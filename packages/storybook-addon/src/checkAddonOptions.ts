import { checkStabilise } from '@svc/stabilise';
import { checkOptions, type OptionRule, type OptionRules, runRules } from '@svc/test-core';
import type { SvcAddonOptions } from './AddonOptions.js';

const isText: OptionRule = (value) => (typeof value === 'string' && value !== '') || 'must be a text';
const isObject: OptionRule = (value) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object';

const { suite, threshold, antiAliasing, layout, tags } = runRules;
const rules: OptionRules = {
  suite,
  browser: isText,
  threshold,
  antiAliasing,
  tags,
  stabilise: checkStabilise,
  layout,
  launchOptions: isObject,
};

const example = "addons: [{ name: '@svc/storybook-addon', options: { suite: 'stories' } }]";

/** @throws Error that says which option is wrong, and what it may be */
export function checkAddonOptions(options: object): asserts options is SvcAddonOptions {
  checkOptions('@svc/storybook-addon', example, options, rules);
}
