import { expect, test } from 'vitest';
import { findDocsPage } from './findDocsPage.js';

const story = (id: string, importPath: string) => ({ id, type: 'story', importPath });
const docs = (id: string, storiesImports: string[] = []) => ({ id, type: 'docs', storiesImports });
const indexOf = (...entries: { id: string }[]) => ({
  v: 5,
  entries: Object.fromEntries(entries.map((entry) => [entry.id, entry])),
});

test('the documentation of a story is the page of its component, or one about its file', () => {
  const index = indexOf(
    story('forms-button--primary', './Button.stories.tsx'),
    story('forms-card--primary', './Card.stories.tsx'),
    story('forms-link--primary', './Link.stories.tsx'),
    docs('forms-button--docs'),
    docs('guides-cards--page', ['./Card.stories.tsx']),
  );
  expect(findDocsPage(index, 'forms-button--primary')).toBe('forms-button--docs');
  expect(findDocsPage(index, 'forms-card--primary')).toBe('guides-cards--page');
  expect(findDocsPage(index, 'forms-link--primary')).toBeNull();
  expect(findDocsPage(index, 'forms-gone--primary')).toBeNull();
});

test.each([
  null,
  [],
  'text',
  {},
  { entries: null },
  { entries: [1, null, 'x'] },
  { entries: { a: null, b: { id: 3 }, c: { id: 'c--docs', type: 'docs', storiesImports: 'no list' } } },
])('an index that is none has no documentation: %j', (index) => {
  expect(findDocsPage(index, 'a--b')).toBeNull();
});
