import { setTimeout as sleep } from 'node:timers/promises';

/** Lets the first pages of a capture begin before the others. */
export interface HeadStart {
  /** Waits until a page may begin, by how many begin before it. Rejects never. */
  begin(before: number): Promise<void>;
  /** There is a first image, or there will be none: nobody waits any more. */
  end(): void;
}

/**
 * A page that loads a build for the first time keeps a processor busy. With more pages than processors, all of them would have
 * their first image at the same late moment, which people wait for.
 * @param first how many pages do not wait
 * @param limitMs after which the others begin at the latest
 */
export function createHeadStart(first: number, limitMs: number): HeadStart {
  const over = new AbortController();
  const waited = sleep(limitMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
  return {
    begin: async (before) => {
      if (before >= first) await waited;
    },
    end: () => over.abort(),
  };
}
