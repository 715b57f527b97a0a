import { chunksOf } from '../chunksOf.js';
import type { QueryValue } from '../transport/Transport.js';
import type { CaptureSummary } from '../types.js';
import { readPages } from './readPages.js';

/** Reads a page of captures, newest first. */
export type ListCaptures = (
  query: Record<string, QueryValue>,
) => Promise<{ captures: CaptureSummary[]; nextCursor: string | null }>;

interface Wanted {
  suite: string;
  branch: string | undefined;
}

/** Keeps a URL of 40-character commits well below the usual limit of 8 KiB. */
const commitsPerRequest = 100;

/** The newest completed capture of the first of the commits that has one. */
export async function findByCommits(
  list: ListCaptures,
  wanted: Wanted,
  commits: readonly string[],
): Promise<CaptureSummary | null> {
  for (const batch of chunksOf(commits, commitsPerRequest)) {
    const { captures } = await list({ ...wanted, commits: batch.join(','), limit: 1 });
    if (captures[0]) return captures[0];
  }
  return null;
}

/** The newest completed capture that is neither ephemeral nor local. */
export async function findNewest(list: ListCaptures, wanted: Wanted): Promise<CaptureSummary | null> {
  for await (const { captures } of readPages((query) => list({ ...wanted, ...query }))) {
    const found = captures.find(
      ({ status, ephemeral, isLocal }) => status === 'completed' && !ephemeral && !isLocal,
    );
    if (found) return found;
  }
  return null;
}
