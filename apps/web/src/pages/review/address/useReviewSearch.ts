import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { parseSearch } from '../../../client/searchText.js';
import type { ReviewSearch } from './reviewSearch.js';

const route = '/$org/$project/diffs/$id';
/** Milliseconds after which the URL follows, so that a held key does not write it for every row. */
const lag = 50;

/**
 * The state of the review page, which is also in the URL. It changes at once, so that a key press never waits for
 * the router; going back and forward in the browser's history reads it from the URL again.
 */
export function useReviewSearch() {
  const { history } = useRouter();
  const [search, setSearch] = useState<ReviewSearch>(() => parseSearch(history.location.search));
  const [path] = useState(history.location.pathname);
  const latest = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate({ from: route });

  useEffect(() => {
    const stop = history.subscribe(({ location, action }) => {
      if (action.type === 'PUSH' || action.type === 'REPLACE') return;
      clearTimeout(timer.current);
      latest.current = parseSearch(location.search);
      setSearch(latest.current);
    });
    return () => {
      clearTimeout(timer.current);
      stop();
    };
  }, [history]);

  const change = useCallback(
    (part: Partial<ReviewSearch>, push = false) => {
      latest.current = { ...latest.current, ...part };
      setSearch(latest.current);
      clearTimeout(timer.current);
      const write = () => {
        // The page stays for a moment after somebody was sent elsewhere, such as to sign in.
        if (history.location.pathname === path) void navigate({ search: latest.current, replace: !push });
      };
      if (push) write();
      else timer.current = setTimeout(write, lag);
    },
    [navigate, history, path],
  );
  return { search, change };
}
