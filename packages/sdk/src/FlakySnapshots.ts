import * as shapes from './answers/shapes.js';
import { flakySnapshotArguments } from './arguments/argumentsOf.js';
import { throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import { readAllItems } from './lists/readPages.js';
import type { ListFlakyOptions } from './options.js';
import type { Transport } from './transport/Transport.js';
import type { FlakySnapshot } from './types.js';

/** Snapshots that look different for no reason. Every method throws `SvcError` on failure, after the retries. */
export class FlakySnapshots {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Flaky snapshots of the project or of a suite, the worst first.
   * @param options `name` only with `suite`
   */
  list({ suite, name }: ListFlakyOptions = {}): Promise<FlakySnapshot[]> {
    return readAllItems(
      (query) =>
        this.#transport.send({
          method: 'GET',
          path: '/api/v1/flaky',
          answer: shapes.flakySnapshots,
          query: { ...query, suite, name },
        }),
      ({ snapshots }) => snapshots,
    );
  }
}

throwOnlySvcErrors<keyof FlakySnapshots>(FlakySnapshots.prototype, flakySnapshotArguments);
