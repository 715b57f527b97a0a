import { SvcError } from '../SvcError.js';
import type { QueryValue } from '../transport/Transport.js';
import type { Site, StoryEntry } from '../types.js';
import { readAllItems } from './readPages.js';

/** Reads one page of the stories of a site. */
export type ReadStories = (
  query: Record<string, QueryValue>,
) => Promise<{ stories: StoryEntry[]; nextCursor: string | null }>;

/**
 * All stories of a site that was unpacked.
 * @throws SvcError `SITE_FAILED` where it could not be
 */
export async function listStories({ status, error }: Site, read: ReadStories): Promise<StoryEntry[]> {
  if (status === 'failed') {
    const message = error ?? 'the uploaded build could not be read';
    throw new SvcError({ code: 'SITE_FAILED', message, statusCode: 0 });
  }
  return readAllItems(read, ({ stories }) => stories);
}
