import { checkStabilise } from '@svc/stabilise';
import { checkOptions, type OptionRule, type OptionRules, runRules } from '../checkOptions.js';
import type { DriverOptions } from './DriverOptions.js';
import { shotRules } from './shotRules.js';

const { attach: _, ...shared } = runRules;

export const driverRules = { ...shared, ...shotRules, stabilise: checkStabilise } satisfies Record<
  keyof DriverOptions,
  OptionRule
>;

/**
 * @param name of the function that is given the options
 * @param example of a call
 * @throws Error that says which option is wrong, and what it may be
 */
export const checkDriverOptions = (
  name: string,
  example: string,
  options: DriverOptions,
  rules: OptionRules = driverRules,
): void => checkOptions(name, example, options, rules);
