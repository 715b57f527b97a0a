import type { paths } from '@coderabbitai/bitbucket/cloud/openapi';
import type { DescribedCall } from '../callDescribed.js';

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

/** All values of what comes in pages. */
export async function listAll<Value>(ask: (page: number) => Promise<Page<Value>>): Promise<Value[]> {
  const all: Value[] = [];
  for (let page = 1; ; page++) {
    const { values = [], next } = await ask(page);
    all.push(...values);
    if (next === undefined || values.length === 0) return all;
  }
}
