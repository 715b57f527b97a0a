import type { RequestOf } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isStatus } from '../../../client/ApiError.js';
import { call } from '../../../client/call.js';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';
import { deciderWords } from '../../../words/deciderWords.js';
import { slotKey } from '../../../words/slotKey.js';
import { affectedBy, applyDecision, type Decision, inverseOf, restoreResults } from './applyDecision.js';

const operations = { approved: 'approve', rejected: 'reject', pending: 'revoke' } as const;

/** Milliseconds without a decision after which the diff is asked for again: a large one takes a while to read. */
const pause = 1_500;

interface Hooks {
  /** The server refused; the results are back to what they were. */
  onRefused: (message: string) => void;
}

/**
 * Decisions are shown at once and sent one after the other; what the server refuses is put back.
 * `history` has the results as they were before each decision of this page, the newest last; `takeBack` is given one of them.
 */
export function useDecisions(project: string, id: string, { onRefused }: Hooks) {
  const client = useQueryClient();
  const query = reviewQuery(project, id);
  const { queryKey } = query;
  const [history, setHistory] = useState<readonly (readonly ReviewItem[])[]>([]);
  const forget = (before: readonly ReviewItem[]) =>
    setHistory((known) => known.filter((entry) => entry !== before));
  const mutationKey = ['decide', id];
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(quiet.current), []);
  useEffect(() => {
    // The browser asks before it closes a page whose decisions are still on their way.
    const hold = (event: BeforeUnloadEvent) => {
      if (client.isMutating({ mutationKey: ['decide', id] }) > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [client, id]);

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `decide ${id}` },
    mutationFn: async ({ decision }: { decision: Decision; before: ReviewItem[] }) => {
      await call(operations[decision.to], { project, params: { id }, body: sentAs(decision) });
    },
    onError: async (error, { before }) => {
      client.setQueryData<ReviewDiff>(queryKey, (diff) => diff && restoreResults(diff, before));
      forget(before);
      onRefused(`Not saved: ${error.message}`);
      if (!isStatus(error, 409)) return;
      const fresh = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
      const others = fresh ? decidedMeanwhile(fresh, before) : '';
      if (others) onRefused(`Not saved: ${others}. ${error.message}`);
    },
    onSettled: () => {
      clearTimeout(quiet.current);
      quiet.current = setTimeout(() => {
        if (client.isMutating({ mutationKey }) === 0) void client.invalidateQueries({ queryKey });
      }, pause);
    },
  });

  /** Applies and sends; answers the results as they were. */
  const send = (decision: Decision): ReviewItem[] => {
    const diff = client.getQueryData<ReviewDiff>(queryKey);
    const before = diff ? affectedBy(diff, decision) : [];
    if (!diff || before.length === 0) return [];
    void client.cancelQueries({ queryKey });
    client.setQueryData<ReviewDiff>(queryKey, applyDecision(diff, decision));
    mutate({ decision, before });
    return before;
  };

  return {
    history,
    decide: (decision: Decision): void => {
      const before = send(decision);
      if (before.length > 0) setHistory((known) => [...known, before]);
    },
    takeBack: (before: readonly ReviewItem[]): void => {
      forget(before);
      for (const decision of inverseOf(before)) send(decision);
    },
  };
}

function sentAs({ about }: Decision): NonNullable<RequestOf<'approve'>['body']> {
  if (about === null) return {};
  return 'names' in about
    ? { snapshots: about.names }
    : { slots: about.slots.map(({ name, viewport, browser }) => ({ name, viewport, browser })) };
}

/** Who decided about these results since they looked like this, in words; empty when nobody did. */
function decidedMeanwhile(fresh: ReviewDiff, before: readonly ReviewItem[]): string {
  const now = new Map(fresh.results.map((result) => [slotKey(result), result]));
  const changed = before.flatMap((old) => {
    const result = now.get(slotKey(old));
    return result?.decidedBy && result.approvalStatus !== old.approvalStatus ? [result] : [];
  });
  const [first] = changed;
  if (!first?.decidedBy) return '';
  const others = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
  return `${deciderWords(first.decidedBy)} has ${first.approvalStatus} "${first.name}"${others} meanwhile`;
}
