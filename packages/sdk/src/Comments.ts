import * as shapes from './answers/shapes.js';
import { commentArguments } from './arguments/argumentsOf.js';
import { throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import { readAllItems } from './lists/readPages.js';
import type { StartThreadOptions } from './options.js';
import type { Transport } from './transport/Transport.js';
import type { Thread } from './types.js';

/** The most threads that one page holds. */
const threadsPerPage = 100;

/** Threads of comments on snapshots. Every method throws `SvcError` on failure, after the retries. */
export class Comments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Threads that a diff shows, oldest first: its own, and unresolved ones of earlier builds of its branch. */
  list(diffId: string): Promise<Thread[]> {
    return readAllItems(
      (query) =>
        this.#transport.send({
          method: 'GET',
          path: `/api/v1/diffs/${encodeURIComponent(diffId)}/threads`,
          answer: shapes.threads,
          query: { ...query, limit: threadsPerPage },
        }),
      ({ threads }) => threads,
    );
  }

  /** Begins a thread about a snapshot of a diff, or about a place in its image. */
  start(diffId: string, options: StartThreadOptions): Promise<Thread> {
    return this.#post(`diffs/${encodeURIComponent(diffId)}/threads`, options);
  }

  /** Adds a comment to a thread. */
  reply(threadId: string, text: string): Promise<Thread> {
    return this.#post(`threads/${encodeURIComponent(threadId)}/comments`, { text });
  }

  /** Resolves a thread: later builds no longer show it. */
  resolve(threadId: string): Promise<Thread> {
    return this.#post(`threads/${encodeURIComponent(threadId)}/resolve`, {});
  }

  /** Reopens a resolved thread. */
  reopen(threadId: string): Promise<Thread> {
    return this.#post(`threads/${encodeURIComponent(threadId)}/reopen`, {});
  }

  #post(path: string, value: object): Promise<Thread> {
    const body = { kind: 'json', value } as const;
    return this.#transport.send({ method: 'POST', path: `/api/v1/${path}`, body, answer: shapes.thread });
  }
}

throwOnlySvcErrors<keyof Comments>(Comments.prototype, commentArguments);
