import * as shapes from './answers/shapes.js';
import { reviewRequestArguments } from './arguments/argumentsOf.js';
import { throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import type { Transport } from './transport/Transport.js';
import type { ReviewRequest } from './types.js';

/** Members who are asked to review diffs. Every method throws `SvcError` on failure, after the retries. */
export class ReviewRequests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Who is asked to review a diff, and has neither decided nor finished. */
  async list(diffId: string): Promise<ReviewRequest[]> {
    const answer = await this.#transport.send({
      method: 'GET',
      path: pathOf(diffId),
      answer: shapes.reviewRequests,
    });
    return answer.requests;
  }

  /**
   * Asks members to review a diff, and later builds of its branch in its place.
   * @param reviewers names or ids of members
   */
  async ask(diffId: string, reviewers: string[]): Promise<ReviewRequest[]> {
    const answer = await this.#transport.send({
      method: 'POST',
      path: pathOf(diffId),
      body: { kind: 'json', value: { reviewers } },
      answer: shapes.reviewRequests,
    });
    return answer.requests;
  }

  /** Finishes a review that the caller was asked for, or withdraws a request to somebody else. */
  async end(requestId: string): Promise<void> {
    const path = `/api/v1/review-requests/${encodeURIComponent(requestId)}`;
    await this.#transport.send({ method: 'DELETE', path, answer: shapes.done });
  }
}

const pathOf = (diffId: string) => `/api/v1/diffs/${encodeURIComponent(diffId)}/requests`;

throwOnlySvcErrors<keyof ReviewRequests>(ReviewRequests.prototype, reviewRequestArguments);
