import { isFlag, type OptionRule, type OptionRules, runRules } from '../checkOptions.js';
import type { DriverViewport } from './DriverOptions.js';

const isText: OptionRule = (value) => (typeof value === 'string' && value !== '') || 'must be a text';
const areSelectors: OptionRule = (value) =>
  (Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')) ||
  'must be a list of selectors';

function isViewport(value: unknown): boolean {
  const { width, height } = (value ?? {}) as Partial<DriverViewport>;
  return [width, height].every((one) => Number.isInteger(one) && Number(one) > 0);
}

const { suite, threshold, antiAliasing, tags, layout } = runRules;

/** How a snapshot is taken, in every plugin that takes it itself. */
export const shotRules = {
  ...{ suite, threshold, antiAliasing, tags, layout },
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
} satisfies OptionRules;
