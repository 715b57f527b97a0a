import type { paths } from '@coderabbitai/bitbucket/cloud/openapi';
import type { DescribedCall } from '../callDescribed.js';
import { type Listed, listPages } from '../listPages.js';

export type CloudPaths = paths;

export interface BitbucketRepository extends DescribedCall<CloudPaths> {
  /** Where the repository is, in the names that paths have. */
  // biome-ignore lint/style/useNamingConvention: names of Bitbucket's paths.
  at: { workspace: string; repo_slug: string };
}

/** Of what comes in pages, which the requests follow by number. */
interface Page<Value> {
  readonly next?: string;
  readonly values?: readonly Value[];
}

/** The values of what comes in pages. */
export const listAll = <Value extends object>(
  ask: (page: number) => Promise<Page<Value>>,
): Promise<Listed<Value>> =>
  listPages(1, async (page) => {
    const { values = [], next } = (await ask(page)) ?? {};
    return { values, next: next === undefined || values.length === 0 ? undefined : page + 1 };
  });
