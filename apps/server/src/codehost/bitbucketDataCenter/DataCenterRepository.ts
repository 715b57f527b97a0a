import type { paths } from '@coderabbitai/bitbucket/server/openapi';
import type { DescribedCall } from '../callDescribed.js';

export type DataCenterPaths = paths;

export interface DataCenterRepository extends DescribedCall<DataCenterPaths> {
  /** Where the repository is, in the names that paths have. */
  at: { projectKey: string; repositorySlug: string };
}

/** Entries that one page is asked for. */
export const pageSize = 100;

interface Page<Value> {
  readonly isLastPage?: boolean;
  readonly nextPageStart?: number;
  readonly values?: readonly Value[];
}

/** All values of what comes in pages. */
export async function listAll<Value>(
  ask: (query: { limit: number; start: number }) => Promise<Page<Value>>,
): Promise<Value[]> {
  const all: Value[] = [];
  for (let start: number | undefined = 0; start !== undefined; ) {
    const page: Page<Value> = await ask({ limit: pageSize, start });
    all.push(...(page.values ?? []));
    start = page.isLastPage === false ? page.nextPageStart : undefined;
  }
  return all;
}
