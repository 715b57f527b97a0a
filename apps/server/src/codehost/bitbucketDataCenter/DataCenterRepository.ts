import type { paths } from '@coderabbitai/bitbucket/server/openapi';
import type { DescribedCall } from '../callDescribed.js';
import { type Listed, listPages } from '../listPages.js';

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

/** The values of what comes in pages. */
export const listAll = <Value extends object>(
  ask: (query: { limit: number; start: number }) => Promise<Page<Value>>,
): Promise<Listed<Value>> =>
  listPages(0, async (start) => {
    const { values = [], isLastPage, nextPageStart } = (await ask({ limit: pageSize, start })) ?? {};
    return { values, next: isLastPage === false ? nextPageStart : undefined };
  });
