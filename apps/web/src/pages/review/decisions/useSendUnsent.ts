import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery } from '../../../client/accessQueries.js';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';
import type { Decision } from './applyDecision.js';
import { revive, takeUnsent } from './unsent.js';

/** What tells who is signed in from others in one tab; null until that is known. */
export function usePerson(): string | null {
  const { data } = useQuery(accountQuery);
  return data ? `${data.name}\n${data.email ?? ''}` : null;
}

/** Sends what a person decided about a diff before their session ended, once it is there as a whole. */
export function useSendUnsent(
  project: string,
  id: string,
  person: string | null,
  isWhole: boolean,
  decide: (decision: Decision) => void,
): void {
  const client = useQueryClient();
  const latest = useRef(decide);
  useEffect(() => {
    latest.current = decide;
  });
  useEffect(() => {
    const { queryKey } = reviewQuery(project, id);
    if (person === null || !isWhole) return;
    for (const unsent of takeUnsent(sessionStorage, id, person)) {
      // Each as the one before left it: a note is about what was rejected just before.
      const diff = client.getQueryData<ReviewDiff>(queryKey);
      if (diff) latest.current(revive(unsent, diff));
    }
  }, [client, project, id, person, isWhole]);
}
