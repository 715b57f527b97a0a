import { expect, test } from 'vitest';
import { waitingText } from './waitingText.js';

test.each([
  [null, null],
  [undefined, null],
  [{ capturesAhead: 0, captureProcesses: 1 }, null],
  [{ capturesAhead: 1, captureProcesses: 1 }, 'Waiting for a browser: 1 capture ahead'],
  [{ capturesAhead: 3, captureProcesses: 2 }, 'Waiting for a browser: 3 captures ahead'],
  [{ capturesAhead: 3, captureProcesses: 0 }, 'Waiting for a browser: no capture process is running'],
])('%j reads %j', (waiting, text) => {
  expect(waitingText(waiting)).toBe(text);
});
