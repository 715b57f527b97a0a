import { expect, test } from 'vitest';
import { readAllItems, readPages } from './readPages.js';

interface Page {
  items: number[];
  nextCursor: string | null;
}

const listOf = (pages: Record<string, Partial<Page>>) => {
  const asked: unknown[] = [];
  const read = async (query: object) => {
    asked.push(query);
    const { cursor = 'first' } = query as { cursor?: string };
    return pages[cursor] as Page;
  };
  return { asked, read };
};

test('all items of a list are read, page after page', async () => {
  const { asked, read } = listOf({
    first: { items: [1, 2], nextCursor: 'second' },
    second: { items: [3], nextCursor: null },
  });
  expect(await readAllItems(read, ({ items }) => items)).toEqual([1, 2, 3]);
  expect(asked).toEqual([{ limit: 500 }, { limit: 500, cursor: 'second' }]);
});

test('a list ends with the page that says nothing of a next one', async () => {
  const { asked, read } = listOf({ first: { items: [1] } });
  expect(await readAllItems(read, ({ items }) => items)).toEqual([1]);
  expect(asked).toHaveLength(1);
});

test('no page is read that nobody asks for', async () => {
  const { asked, read } = listOf({ first: { items: [1], nextCursor: 'second' } });
  for await (const page of readPages(read)) {
    expect(page.items).toEqual([1]);
    break;
  }
  expect(asked).toHaveLength(1);
});
