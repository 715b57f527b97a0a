import { expect, test } from 'vitest';
import { endOfCapture } from './endOfCapture.js';

test.each([
  ['all was captured', { open: false, totalSnapshots: 2, completedSnapshots: 2 }, false, 'completed'],
  ['some failed', { open: false, totalSnapshots: 2, completedSnapshots: 1 }, false, 'completed'],
  ['all failed', { open: false, totalSnapshots: 2, completedSnapshots: 0 }, false, 'failed'],
  [
    'there was nothing to capture',
    { open: false, totalSnapshots: 0, completedSnapshots: 0 },
    false,
    'completed',
  ],
  [
    'some announced ones never came',
    { open: false, totalSnapshots: 2, completedSnapshots: 1 },
    true,
    'completed',
  ],
  ['no announced one ever came', { open: false, totalSnapshots: 2, completedSnapshots: 0 }, true, 'failed'],
  ['nobody knows what never came', { open: true, totalSnapshots: 2, completedSnapshots: 2 }, true, 'failed'],
  ['nobody ever said anything', { open: true, totalSnapshots: 0, completedSnapshots: 0 }, true, 'failed'],
] as const)('%s (R27, R48)', (_, capture, isAbandoned, end) => {
  expect(endOfCapture(capture, isAbandoned)).toBe(end);
});
