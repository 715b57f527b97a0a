import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isStatus, isTransient } from '../../../client/ApiError.js';
import { newRequestKey } from '../../../client/newRequestKey.js';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { reviewQuery } from '../../../client/queries.js';
import type { ReadAgain } from '../live/createReadAgain.js';
import {
  affectedBy,
  applyDecision,
  type Decision,
  inverseOf,
  type MadeDecision,
  restoreResults,
  revertible,
} from './applyDecision.js';
import { type Refusal, refusalOf } from './refusalOf.js';
import { RefusedDecision, saveDecision } from './saveDecision.js';
import { decidingKey, type SentDecision, unansweredDecisions, withDecisions } from './unansweredDecisions.js';
import { keepUnsent } from './unsent.js';
import { usePerson, useSendUnsent } from './useSendUnsent.js';

/** Milliseconds after a decision until the diff is read again: a large one takes a while. */
const pause = 1_500;

/** Milliseconds between attempts to send a decision to a server that does not answer, at most. */
const longestPause = 10_000;

interface Hooks {
  /** Whether all of the diff is there. */
  isWhole: boolean;
  /** The server refused; the results are what they are there. */
  onRefused: (refusal: Refusal) => void;
  readAgain: ReadAgain;
}

/** Whether it only says why something was rejected before, or adds an approval to those of others. */
const isAddition = ({ to, before }: MadeDecision): boolean =>
  before.every(({ approvalStatus }) => approvalStatus === to);

/**
 * Decisions are shown at once and sent one after the other; what the server refuses is put back.
 * `history` has the decisions of this page, the newest last; `takeBack` is given one of them.
 */
export function useDecisions(project: string, id: string, { isWhole, onRefused, readAgain }: Hooks) {
  const client = useQueryClient();
  const { queryKey } = reviewQuery(project, id);
  const person = usePerson();
  const [history, setHistory] = useState<readonly MadeDecision[]>([]);
  const forget = (made: MadeDecision) => setHistory((known) => known.filter((entry) => entry !== made));
  useEffect(() => {
    // The browser asks before it closes a page whose decisions are still on their way.
    const hold = (event: BeforeUnloadEvent) => {
      if (unansweredDecisions(client, id).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [client, id]);

  const { mutate } = useMutation({
    mutationKey: decidingKey(id),
    scope: { id: `decide ${id}` },
    mutationFn: ({ made, key }: SentDecision) => saveDecision({ project, id, key, ...made }),
    retry: (_count, error) => isTransient(error),
    retryDelay: (attempt, error) =>
      error instanceof ApiError && error.retryAfterSeconds
        ? error.retryAfterSeconds * 1_000
        : Math.min(longestPause, 500 * 2 ** attempt),
    onError: async (error, sent) => {
      const { made } = sent;
      if (isStatus(error, 401) && person !== null) {
        keepUnsent(sessionStorage, id, person, made);
        return;
      }
      const refused = error instanceof RefusedDecision ? error : null;
      const saved = new Set(refused?.saved);
      const lost = made.before.filter((result) => !saved.has(result));
      setHistory((known) =>
        known.flatMap((entry) =>
          entry !== made ? [entry] : saved.size > 0 ? [{ ...made, before: [...saved] }] : [],
        ),
      );
      await client.cancelQueries({ queryKey });
      client.setQueryData<ReviewDiff>(queryKey, (shown) => {
        if (!refused?.fresh) return shown && restoreResults(shown, lost);
        const others = unansweredDecisions(client, id).filter((other) => other !== sent);
        return withDecisions(refused.fresh, others);
      });
      onRefused(refused ? refusalOf(refused, Date.now()) : { message: `Not saved: ${error.message}` });
    },
    onSettled: () => readAgain(pause),
  });

  /** Applies and sends; null where there is nothing to decide. */
  const send = (decision: Decision): MadeDecision | null => {
    const diff = client.getQueryData<ReviewDiff>(queryKey);
    const before: ReviewItem[] = diff ? affectedBy(diff, decision) : [];
    if (!diff || before.length === 0) return null;
    const made = { to: decision.to, before, note: decision.note };
    void client.cancelQueries({ queryKey });
    client.setQueryData<ReviewDiff>(queryKey, applyDecision(diff, decision));
    mutate({ made, key: newRequestKey() });
    return made;
  };

  const decide = (decision: Decision): void => {
    const made = send(decision);
    // A note or a further approval alone is not a decision to undo.
    if (made && !isAddition(made)) setHistory((known) => [...known, made]);
  };

  useSendUnsent(project, id, person, isWhole, decide);

  return {
    history,
    decide,
    takeBack: (made: MadeDecision): void => {
      forget(made);
      const diff = client.getQueryData<ReviewDiff>(queryKey);
      for (const decision of diff ? inverseOf(revertible(diff, made)) : []) send(decision);
    },
  };
}
