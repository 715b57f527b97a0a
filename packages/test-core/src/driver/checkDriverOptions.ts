import { checkStabilise } from '@svc/stabilise';
import { checkOptions, isFlag, type OptionRule, runRules } from '../checkOptions.js';
import type { DriverOptions, DriverViewport } from './DriverOptions.js';

const isText: OptionRule = (value) => (typeof value === 'string' && value !== '') || 'must be a text';
const areSelectors: OptionRule = (value) =>
  (Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')) ||
  'must be a list of selectors';

function isViewport(value: unknown): boolean {
  const { width, height } = (value ?? {}) as Partial<DriverViewport>;
  return [width, height].every((one) => Number.isInteger(one) && Number(one) > 0);
}

const { attach: _, ...shared } = runRules;

const rules = {
  ...shared,
  browser: isText,
  testId: isText,
  viewports: (value) =>
    (Array.isArray(value) && value.length > 0 && value.every(isViewport)) ||
    'must be a list such as [{ width: 375, height: 667 }]',
  modes: (value) =>
    (typeof value === 'object' && value !== null && Object.keys(value).length > 0) ||
    "must be an object such as { dark: { colorScheme: 'dark' } }",
  element: isText,
  fullPage: isFlag,
  mask: areSelectors,
  ignoreSelectors: areSelectors,
  delay: (value) => (typeof value === 'number' && value >= 0) || 'must be a number of milliseconds',
  stabilise: checkStabilise,
} satisfies Record<keyof DriverOptions, OptionRule>;

/**
 * @param name of the function that is given the options
 * @param example of a call
 * @throws Error that says which option is wrong, and what it may be
 */
export const checkDriverOptions = (name: string, example: string, options: DriverOptions): void =>
  checkOptions(name, example, options, rules);
