import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { parseSearch } from '../../client/searchText.js';
import type { ReviewSearch } from '../../router.js';

const route = '/$org/$project/diffs/$id';

/**
 * The state of the review page, which is also in the URL. It changes at once, so that a key press never waits for
 * the router; going back and forward in the browser's history reads it from the URL again.
 */
export function useReviewSearch() {
  const initial = useSearch({ from: route });
  const [search, setSearch] = useState<ReviewSearch>(initial);
  const latest = useRef(search);
  const navigate = useNavigate({ from: route });
  const { history } = useRouter();

  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        if (action.type === 'PUSH' || action.type === 'REPLACE') return;
        latest.current = parseSearch(location.search);
        setSearch(latest.current);
      }),
    [history],
  );

  const change = (part: Partial<ReviewSearch>, push = false) => {
    latest.current = { ...latest.current, ...part };
    setSearch(latest.current);
    void navigate({ search: latest.current, replace: !push });
  };
  return { search, change };
}
