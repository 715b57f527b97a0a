import * as shapes from './answers/shapes.js';
import { ignoredChangeArguments } from './arguments/argumentsOf.js';
import { throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import type { IgnoreChangesOptions, StopIgnoringOptions } from './options.js';
import type { Transport } from './transport/Transport.js';
import type { IgnoreResult } from './types.js';

/** Changes that are ignored for some days. Every method throws `SvcError` on failure, after the retries. */
export class IgnoredChanges {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Ignores the named undecided changes for 7 days, or as many as are given, in all builds where the same pixels replace the same
   * pixels. They stay pending, and hold up no check until then.
   */
  add(diffId: string, options: IgnoreChangesOptions): Promise<IgnoreResult> {
    return this.#post(diffId, 'ignore', options);
  }

  /** Ends that at once. */
  remove(diffId: string, options: StopIgnoringOptions): Promise<IgnoreResult> {
    return this.#post(diffId, 'unignore', options);
  }

  #post(diffId: string, action: string, value: object): Promise<IgnoreResult> {
    const path = `/api/v1/diffs/${encodeURIComponent(diffId)}/${action}`;
    return this.#transport.send({
      method: 'POST',
      path,
      body: { kind: 'json', value },
      answer: shapes.done,
    });
  }
}

throwOnlySvcErrors<keyof IgnoredChanges>(IgnoredChanges.prototype, ignoredChangeArguments);
