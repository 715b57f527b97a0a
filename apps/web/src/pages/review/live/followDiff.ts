import type { LiveEvent } from '@svc/schema';
import { ApiError } from '../../../client/ApiError.js';

export interface Person {
  id: string;
  name: string;
}

/** Milliseconds. */
export const pauses = {
  /** Between a change and reading it: several come together. */
  change: 200,
  /** The same for what happens elsewhere in the suite, which may be much. */
  elsewhere: 3_000,
  /** Before connecting again to a server that ended a stream. */
  connect: 500,
  /** Between attempts to have events where there are none, at most. */
  longest: 30_000,
} as const;

export interface Following {
  /** What happens, after a null once the server listens. */
  watch: (signal: AbortSignal) => AsyncIterable<LiveEvent | null>;
  readAgain: (milliseconds: number) => void;
  readComments: () => void;
  readAreas: () => void;
  /** Reads again if something happened before the server listened for the first time. */
  catchUp: () => void;
  show: (people: readonly Person[]) => void;
  /** Milliseconds between looks where there are no events. */
  pollPause: () => number;
  /** Resolves once the page is seen, or the signal aborts. */
  untilSeen: (signal: AbortSignal) => Promise<void>;
  /** Aborts with the signal, and once the page has not been seen for a while. */
  whileSeen: (signal: AbortSignal) => AbortSignal;
  rest: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps a page up to date: by events as long as there are some, else by looking every now and then. A page that nobody sees
 * has no stream, since browsers allow few at a time; it is read again when it is seen.
 */
export async function followDiff(page: Following, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let isFirst = true;
  while (!signal.aborted) {
    await page.untilSeen(signal);
    const seen = page.whileSeen(signal);
    try {
      for await (const event of page.watch(seen)) {
        failures = 0;
        if (event === null) {
          if (isFirst) page.catchUp();
          else page.readAgain(0);
          page.readComments();
          page.readAreas();
          isFirst = false;
        } else if (event.kind === 'people') page.show(event.people);
        else if (event.kind === 'commented') page.readComments();
        else if (event.kind === 'areas-changed') page.readAreas();
        else page.readAgain(event.kind === 'changed' ? pauses.change : pauses.elsewhere);
      }
      if (!seen.aborted) await page.rest(pauses.connect, seen);
    } catch (error) {
      // Asking again changes nothing about that.
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return;
      failures += 1;
      if (!seen.aborted) await poll(page, failures, seen);
    } finally {
      page.show([]);
    }
  }
}

/** Looks every now and then, the longer the more often there were no events to be had. */
async function poll(
  { pollPause, readAgain, readComments, readAreas, rest }: Following,
  failures: number,
  seen: AbortSignal,
): Promise<void> {
  const pause = pollPause();
  const end = Math.min(pauses.longest, failures * pause);
  for (let waited = 0; waited < end && !seen.aborted; waited += pause) {
    await rest(pause, seen);
    if (seen.aborted) return;
    readAgain(0);
    readComments();
    readAreas();
  }
}
