import { expect, test } from 'vitest';
import { amountText } from './amountText.js';

const subthreshold = { pixels: 570_000, area: 61.96, maxDeltaE: 7.94 };

test.each([
  [{ diffPercentage: 3.1, reason: null, subthreshold }, '3.10 %'],
  [{ diffPercentage: null, reason: null, subthreshold: null }, ''],
  [{ diffPercentage: 0, reason: 'subthreshold', subthreshold: null }, 'looks different below the threshold'],
  [
    { diffPercentage: 0, reason: 'subthreshold', subthreshold },
    'looks different below the threshold: 62.0 % of the page, ΔE 7.9',
  ],
] as const)('%o is %s', (result, text) => {
  expect(amountText(result)).toBe(text);
});
