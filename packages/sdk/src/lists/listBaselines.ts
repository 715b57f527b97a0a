import { SvcError } from '../SvcError.js';
import type { QueryValue } from '../transport/Transport.js';
import type { Baseline } from '../types.js';
import { readAllItems } from './readPages.js';

interface BaselinePage {
  /** All branches of the suite that have baselines, on every page. */
  refs: string[];
  baselines: Baseline[];
  nextCursor: string | null;
}

/** Reads a page of the active baselines of a suite, by name. */
export type ListBaselinePages = (query: Record<string, QueryValue>) => Promise<BaselinePage>;

/** Branches that have approved baselines in a suite; none if the suite does not exist. */
export async function readBaselineRefs(suite: string, list: ListBaselinePages): Promise<string[]> {
  try {
    return (await list({ suite, limit: 1 })).refs;
  } catch (error) {
    if (error instanceof SvcError && error.code === 'SUITE_NOT_FOUND') return [];
    throw error;
  }
}

/** Active baselines of a suite, of one branch or of all, by name. */
export function readBaselines(
  wanted: { suite: string; branch: string | undefined },
  list: ListBaselinePages,
): Promise<Baseline[]> {
  return readAllItems(
    (query) => list({ ...query, ...wanted }),
    ({ baselines }) => baselines,
  );
}
