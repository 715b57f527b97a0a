import type { QueryClient } from '@tanstack/react-query';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { applyDecision, type MadeDecision } from './applyDecision.js';

/** A decision as it is sent. */
export interface SentDecision {
  made: MadeDecision;
  /** The same with every attempt: an answer that is lost on the way does not make the server decide twice. */
  key: string;
}

/** Of the mutations that send decisions about a diff. */
export const decidingKey = (diffId: string) => ['decide', diffId] as const;

/** Decisions about a diff that the server has not answered, the oldest first. */
export const unansweredDecisions = (client: QueryClient, diffId: string): SentDecision[] =>
  client
    .getMutationCache()
    .findAll({ mutationKey: decidingKey(diffId), status: 'pending' })
    .flatMap(({ state }) => (state.variables as SentDecision | undefined) ?? []);

/** A diff as it will be once the server has agreed to these decisions. */
export const withDecisions = (diff: ReviewDiff, sent: readonly SentDecision[]): ReviewDiff =>
  sent.reduce((shown, { made }) => applyDecision(shown, { ...made, about: { slots: made.before } }), diff);
