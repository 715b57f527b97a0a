import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { reviewQuery } from '../../../client/queries.js';

/** Reads a review again after some milliseconds; asked several times, once, and not while decisions are on their way. */
export type ReadAgain = (milliseconds: number) => void;

export function useReadAgain(project: string, id: string): ReadAgain {
  const client = useQueryClient();
  const planned = useRef<{ at: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => () => clearTimeout(planned.current?.timer), []);
  return useCallback(
    (milliseconds) => {
      const at = performance.now() + milliseconds;
      if (planned.current && planned.current.at <= at) return;
      clearTimeout(planned.current?.timer);
      const timer = setTimeout(() => {
        planned.current = undefined;
        // The last of them asks again.
        if (client.isMutating({ mutationKey: ['decide', id] }) > 0) return;
        void client.invalidateQueries({ queryKey: reviewQuery(project, id).queryKey });
      }, milliseconds);
      planned.current = { at, timer };
    },
    [client, project, id],
  );
}
