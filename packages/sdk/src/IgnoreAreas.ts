import * as shapes from './answers/shapes.js';
import { ignoreAreaArguments } from './arguments/argumentsOf.js';
import { throwOnlySvcErrors } from './arguments/throwOnlySvcErrors.js';
import { readAllItems } from './lists/readPages.js';
import type { AddIgnoreAreaOptions, ChangeIgnoreAreaOptions, ListIgnoreAreasOptions } from './options.js';
import { type SlotOfResult, slotQuery } from './slotQuery.js';
import type { Transport } from './transport/Transport.js';
import type { IgnoreArea, PickedElement } from './types.js';

const path = '/api/v1/ignore-areas';
const pathOf = (areaId: string) => `${path}/${encodeURIComponent(areaId)}`;

/** Areas that comparisons leave out on both images. Every method throws `SvcError` on failure, after the retries. */
export class IgnoreAreas {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Areas of the project or of a suite, oldest first, expired ones included. */
  list({ suite }: ListIgnoreAreasOptions = {}): Promise<IgnoreArea[]> {
    return readAllItems(
      (query) =>
        this.#transport.send({
          method: 'GET',
          path,
          answer: shapes.ignoreAreas,
          query: { ...query, suite },
        }),
      ({ areas }) => areas,
    );
  }

  /** Has later comparisons ignore a box or an element, on both images. */
  add(options: AddIgnoreAreaOptions): Promise<IgnoreArea> {
    return this.#post(path, options);
  }

  /** Changes the label, the expiry or the place of an area; what is absent stays as it is. */
  change(areaId: string, options: ChangeIgnoreAreaOptions): Promise<IgnoreArea> {
    return this.#post(pathOf(areaId), options);
  }

  /** Removes an area: the next comparison asks about what is there. */
  async remove(areaId: string): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(areaId), answer: shapes.done });
  }

  /**
   * The elements at a point of a result's image, the innermost first, with the selectors for `element` of an area; null where
   * the capture did not record how the page was laid out.
   * @param at in pixels of the image, from its top left corner
   */
  async elementsAt(
    diffId: string,
    slot: SlotOfResult,
    { x, y }: { x: number; y: number },
  ): Promise<PickedElement[] | null> {
    const { elements, isRecorded } = await this.#transport.send({
      method: 'GET',
      path: `/api/v1/diffs/${encodeURIComponent(diffId)}/elements`,
      answer: shapes.pickedElements,
      query: { ...slotQuery(slot), x, y },
    });
    return isRecorded ? elements : null;
  }

  #post(to: string, value: object): Promise<IgnoreArea> {
    const body = { kind: 'json', value } as const;
    return this.#transport.send({ method: 'POST', path: to, body, answer: shapes.ignoreArea });
  }
}

throwOnlySvcErrors<keyof IgnoreAreas>(IgnoreAreas.prototype, ignoreAreaArguments);
