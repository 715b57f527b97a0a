import { withoutNulls } from '../arguments/withoutNulls.js';
import { SvcError } from '../SvcError.js';
import type { RequestBody } from '../transport/RequestBody.js';
import type { QueryValue } from '../transport/Transport.js';
import { Turns } from '../transport/Turns.js';
import { encodeSnapshot, type ImageFields } from './encodeSnapshot.js';
import { KnownImages } from './KnownImages.js';
import { packLayout } from './packLayout.js';
import { sha256 } from './sha256.js';

/** Bytes of a PNG that are worth a question whether the service has them; up to here they are sent as fast. */
const worthAsking = 16 * 1024;

export interface ImageSenderOptions {
  /** How many images are sent at the same time. */
  concurrency: number;
  /** Which of these images the project already has. */
  findKnown(hashes: string[]): Promise<string[]>;
  /** Records a snapshot. */
  post<T>(body: RequestBody, query?: Record<string, QueryValue>): Promise<T>;
}

/** Records snapshots of images, and sends the bytes of those that the project lacks. */
export class ImageSender {
  readonly #turns: Turns;
  readonly #known: KnownImages;
  readonly #post: ImageSenderOptions['post'];

  constructor({ concurrency, findKnown, post }: ImageSenderOptions) {
    this.#turns = new Turns(concurrency);
    this.#known = new KnownImages(findKnown);
    this.#post = post;
  }

  /** Sends an image unless the project has it. */
  sendUnknown<T>(png: Uint8Array, fields: ImageFields): Promise<T> {
    return this.#turns.take(async () => {
      const given = withoutNulls(fields);
      const hash = png.byteLength > worthAsking ? await sha256(png) : null;
      if (hash === null) return this.#send(png, given);
      const isKnown = await this.#known.has(hash);
      const answer = await this.#sendContent<T>(async () => png, isKnown ? hash : undefined, given);
      this.#known.add(hash);
      return answer;
    });
  }

  /**
   * Sends an image in its turn. Its bytes are read when they are needed.
   * @param hash of an image that the project has, unless it has expired meanwhile
   */
  send<T>(read: () => Promise<Uint8Array>, hash: string | undefined, fields: ImageFields): Promise<T> {
    return this.#turns.take(() => this.#sendContent<T>(read, hash, withoutNulls(fields)));
  }

  async #sendContent<T>(
    read: () => Promise<Uint8Array>,
    hash: string | undefined,
    fields: ImageFields,
  ): Promise<T> {
    if (hash !== undefined) {
      try {
        // A known image has its layout record, too.
        const { layout: _, ...value } = fields;
        return await this.#post<T>({ kind: 'json', value: { ...value, hash } });
      } catch (error) {
        if (!(error instanceof SvcError && error.code === 'IMAGE_NOT_FOUND')) throw error;
        this.#known.delete(hash);
      }
    }
    return this.#send(await read(), fields);
  }

  async #send<T>(png: Uint8Array, { layout, ...fields }: ImageFields): Promise<T> {
    const packed = layout === undefined ? undefined : await packLayout(layout);
    const { body, query } = encodeSnapshot(png, { ...fields, layout: packed });
    return this.#post(body, query);
  }
}
