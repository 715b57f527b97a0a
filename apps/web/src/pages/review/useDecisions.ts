import type { Diff, DiffResult } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../client/api.js';
import { diffQuery } from '../../client/queries.js';
import { affectedBy, applyDecision, type Decision, inverseOf, restoreResults } from './applyDecision.js';

const calls = { approved: api.approve, rejected: api.reject, pending: api.revoke };

interface Hooks {
  /** The server refused; the results are back to what they were. */
  onRefused: (error: Error) => void;
}

/**
 * Decisions are shown at once and sent one after the other; what the server refuses is put back.
 * `undo` takes back the newest decision of this page and answers the results as they were before it.
 */
export function useDecisions(project: string, id: string, { onRefused }: Hooks) {
  const client = useQueryClient();
  const { queryKey } = diffQuery(project, id);
  const history = useRef<DiffResult[][]>([]);
  const mutationKey = ['decide', id];

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `decide ${id}` },
    mutationFn: async ({ decision }: { decision: Decision; before: DiffResult[] }) => {
      await calls[decision.to](project, id, decision.names ?? undefined);
    },
    onError: (error, { before }) => {
      client.setQueryData<Diff>(queryKey, (diff) => diff && restoreResults(diff, before));
      history.current = history.current.filter((entry) => entry !== before);
      onRefused(error);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });

  /** Applies and sends; answers the results as they were. */
  const send = (decision: Decision): DiffResult[] => {
    const diff = client.getQueryData<Diff>(queryKey);
    const before = diff ? affectedBy(diff, decision) : [];
    if (!diff || before.length === 0) return [];
    void client.cancelQueries({ queryKey });
    client.setQueryData<Diff>(queryKey, applyDecision(diff, decision));
    mutate({ decision, before });
    return before;
  };

  return {
    decide: (decision: Decision): DiffResult[] => {
      const before = send(decision);
      if (before.length > 0) history.current.push(before);
      return before;
    },
    undo: (): DiffResult[] => {
      const before = history.current.pop() ?? [];
      for (const decision of inverseOf(before)) send(decision);
      return before;
    },
  };
}
