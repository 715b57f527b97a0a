import { expect, test } from 'vitest';
import { modeViewport } from './modeViewport.js';

test.each([
  [320, { width: 320, height: 720 }],
  ['320', { width: 320, height: 720 }],
  ['320px', { width: 320, height: 720 }],
  ['mobile1', { width: 320, height: 568 }],
  ['mobile2', { width: 414, height: 896 }],
  ['tablet', { width: 834, height: 1112 }],
  ['desktop', { width: 1280, height: 1024 }],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: '800px', height: '600' },
    { width: 800, height: 600 },
  ],
])('%j is %j', (given, viewport) => {
  expect(modeViewport(given)).toEqual(viewport);
});

test.each([
  0,
  -1,
  10_001,
  1.5,
  Number.NaN,
  '50%',
  '20em',
  'constructor',
  '',
  null,
  true,
  [],
  {},
  { width: 800 },
  { width: 800, height: '100%' },
])('%j is no viewport', (given) => {
  expect(modeViewport(given)).toBeNull();
});
