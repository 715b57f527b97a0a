import type { Pin, Thread } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { threadsQuery } from '../../../client/commentQueries.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewSearch } from '../address/reviewSearch.js';

/** What of the comments is open and being written. */
export interface Commenting {
  threads: readonly Thread[];
  /** Unresolved threads by slot. */
  open: ReadonlyMap<string, number>;
  isShown: boolean;
  /** The thread that somebody pointed at, here or with a link. */
  thread: string | null;
  /** Whether somebody asked to write, and the field has yet to get the focus. */
  isAsked: boolean;
  /** Where a new thread will point, on the image. */
  pin: Pin | null;
  /** Whether the next click on the image says where. */
  isPlacing: boolean;
  show: (thread?: string) => void;
  write: () => void;
  /** The field has the focus: it takes it once, not again with every other snapshot. */
  answer: () => void;
  /** @returns whether it was open */
  close: () => boolean;
  place: (pin: Pin | null, isPlacing?: boolean) => void;
}

/** Where a new thread points, or is about to. */
interface Place extends Pick<Commenting, 'pin' | 'isPlacing'> {
  /** What was looked at. */
  result: ReviewSearch['result'];
}

const noThreads: readonly Thread[] = [];

export function useComments(
  project: string,
  id: string,
  { comments, result }: ReviewSearch,
  change: (part: Partial<ReviewSearch>) => void,
): Commenting {
  const { data: threads = noThreads } = useQuery(threadsQuery(project, id));
  const [isAsked, setAsked] = useState(false);
  const [place, setPlace] = useState<Place>(nowhere);
  // A place is of the snapshot that it was chosen on.
  const { pin, isPlacing } = place.result === result ? place : nowhere;
  const open = useMemo(() => {
    const counts = new Map<string, number>();
    for (const thread of threads) {
      if (thread.resolvedAt !== null) continue;
      const key = slotKey(thread);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }, [threads]);
  const isShown = comments !== undefined;
  return {
    threads,
    open,
    isShown,
    thread: comments === undefined || comments === shown ? null : comments,
    isAsked,
    pin,
    isPlacing,
    show: (thread = shown) => change({ comments: thread }),
    write: () => {
      if (!isShown) change({ comments: shown });
      setAsked(true);
    },
    answer: () => setAsked(false),
    close: () => {
      if (isShown) change({ comments: undefined });
      setAsked(false);
      setPlace(nowhere);
      return isShown;
    },
    place: (pin, isPlacing = false) => setPlace({ pin, isPlacing, result }),
  };
}

/** In the address, where no thread is pointed at. */
const shown = 'on';
const nowhere: Place = { pin: null, isPlacing: false, result: undefined };
