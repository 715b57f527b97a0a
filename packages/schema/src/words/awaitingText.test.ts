import { expect, test } from 'vitest';
import { awaitingText } from './awaitingText.js';

test.each([
  [{ by: ['user:Ann'], missing: 1 }, 'Approved by Ann, waiting for a second approval'],
  [
    { by: ['user:Ann', 'user:Bob', 'user:Ann'], missing: 1 },
    'Approved by Ann and Bob, waiting for a second approval',
  ],
  [
    { by: ['user:Ann', 'user:Bob', 'user:Cy'], missing: 2 },
    'Approved by Ann, Bob and Cy, waiting for further approvals',
  ],
  [{ by: [], missing: 2 }, 'Waiting for 2 approvals'],
])('%j reads "%s"', (awaiting, text) => {
  expect(awaitingText(awaiting)).toBe(text);
});
