import type { CaptureTarget } from '@svc/schema';
import { expect, it } from 'vitest';
import { pagesFor } from './pagesFor.js';

const story = (id: string, delay?: number): CaptureTarget => ({
  name: id,
  url: `http://sit-1.svc.test/iframe.html?id=${id}&viewMode=story`,
  framework: 'stories-a',
  ...(delay !== undefined && { delay }),
});
const stories = (count: number) => Array.from({ length: count }, (_, index) => story(`a--${index}`));
const page: CaptureTarget = { name: 'about', url: 'http://sit-1.svc.test/about.html' };

it.each([
  ['few stories', stories(1), 2],
  ['eight stories for each processor', stories(16), 2],
  ['more', stories(17), 3],
  ['many', stories(400), 4],
  ['pages, of which each has its own', [page, page], 4],
  ['a story that waits, beside others', [story('a--a', 500), ...stories(16)], 3],
  ['nothing', [], 2],
])('opens pages for %s', (_, targets, count) => {
  expect(pagesFor(targets, { pages: 4, processors: 2 })).toBe(count);
});

it('opens no more than there may be', () => {
  expect(pagesFor(stories(40), { pages: 1, processors: 2 })).toBe(1);
});
