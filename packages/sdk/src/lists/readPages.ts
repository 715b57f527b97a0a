import type { QueryValue } from '../transport/Transport.js';

const itemsPerPage = 500;

/** The pages of a list, one request each, until the one that names no next. */
export async function* readPages<Page extends { nextCursor: string | null }>(
  read: (query: Record<string, QueryValue>) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    const page: Page = await read({ cursor });
    yield page;
    // A proxy, or a service of another version, may leave the field out.
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** All items of a list that the service answers in pages. */
export async function readAllItems<Page extends { nextCursor: string | null }, Item>(
  read: (query: Record<string, QueryValue>) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of readPages((query) => read({ limit: itemsPerPage, ...query })))
    items.push(...itemsOf(page));
  return items;
}
