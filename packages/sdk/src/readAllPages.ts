import type { QueryValue } from './transport/Transport.js';

const itemsPerPage = 500;

/** All items of a list that the service answers in pages. */
export async function readAllPages<Page extends { nextCursor: string | null }, Item>(
  read: (query: Record<string, QueryValue>) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read({ limit: itemsPerPage, cursor: cursor ?? undefined });
    items.push(...itemsOf(page));
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return items;
}
