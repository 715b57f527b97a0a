import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../client/call.js';
import { threadsQuery } from '../../../client/commentQueries.js';
import { areasKey } from '../../../client/noiseQueries.js';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';
import { watchDiff } from '../../../client/watchDiff.js';
import type { ReadAgain } from './createReadAgain.js';
import { followDiff, type Person } from './followDiff.js';

/** Milliseconds that a page may be out of sight before it gives its stream up. */
const grace = 10_000;

/** Milliseconds between looks where there are no events, and more for each result: a large review is read less often. */
const pollPause = 1_500;

/** Shows what others decide as it happens. @returns who else looks at the diff */
export function useLive(project: string, id: string, readAgain: ReadAgain): readonly Person[] {
  const client = useQueryClient();
  const [people, show] = useState<readonly Person[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const { queryKey } = reviewQuery(project, id);
    const shown = () => client.getQueryData<ReviewDiff>(queryKey);
    const catchUp = async () => {
      const { counts } = await call('getDiff', { project, params: { id }, query: { fields: 'summary' } });
      if (JSON.stringify(counts) !== JSON.stringify(shown()?.counts)) readAgain(0);
    };
    void followDiff(
      {
        watch: (signal) => watchDiff(project, id, signal),
        readAgain,
        readAreas: () => void client.invalidateQueries({ queryKey: areasKey(project) }),
        readComments: () => void client.invalidateQueries({ queryKey: threadsQuery(project, id).queryKey }),
        // Without it, the next event does.
        catchUp: () => void catchUp().catch(() => {}),
        show,
        pollPause: () => pollPause + (shown()?.results.length ?? 0),
        untilSeen,
        whileSeen,
        rest,
      },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [client, project, id, readAgain]);
  return people;
}

const isSeen = () => document.visibilityState === 'visible';

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const look = () => {
      if (!isSeen() && !signal.aborted) return;
      done.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: done.signal });
    signal.addEventListener('abort', look, { signal: done.signal });
    look();
  });
}

function whileSeen(signal: AbortSignal): AbortSignal {
  const out = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (!isSeen()) timer = setTimeout(() => out.abort(), grace);
  };
  document.addEventListener('visibilitychange', look, { signal: out.signal });
  signal.addEventListener('abort', () => out.abort(), { signal: out.signal });
  if (signal.aborted) out.abort();
  return out.signal;
}

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
