import { join } from 'node:path';
import type { TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import { dropOwnAttachments } from './attachImages.js';

const folder = join('/tmp', 'svc-playwright-x');
const attachment = (name: string, ...path: string[]) => ({
  name,
  contentType: 'image/png',
  path: join(...path, name),
});

const namesAfter = (...attachments: { name: string }[]) => {
  const step = { attachments: [...attachments], steps: [] };
  const result = { attachments: [...attachments], steps: [step] } as unknown as TestResult;
  dropOwnAttachments(folder, result);
  expect(step.attachments).toEqual(result.attachments);
  return result.attachments.map(({ name }) => name);
};

test('new pictures are not shown as expected ones, and what tests attach stays', () => {
  const shown = namesAfter(
    attachment('a-expected.png', folder, 'worker-0'),
    attachment('a-actual.png', 'test-results'),
    attachment('svc:b', folder, 'worker-0'),
    attachment('c-expected.png', 'test-results'),
    attachment('c-actual.png', 'test-results'),
    attachment('trace.zip', 'test-results'),
  );
  expect(shown).toEqual(['c-expected.png', 'c-actual.png', 'trace.zip']);
});

test('two pictures of one name that differ are shown', () => {
  const attachments = [
    attachment('a-1-expected.png', folder, 'worker-0'),
    attachment('a-1-actual.png', 'test-results'),
    attachment('a-1-diff.png', 'test-results'),
  ];
  expect(namesAfter(...attachments)).toEqual(attachments.map(({ name }) => name));
});
