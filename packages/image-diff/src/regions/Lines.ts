import type { Picture } from '../bands/Picture.js';
import type { Difference } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Stretch } from '../fingerprint.js';
import type { Box } from '../thumbnail.js';
import { boxBefore } from './boxBefore.js';

/** What stands for a pixel that an image does not have. No pixel reads so: wholly transparent ones are 0. */
export const outside = 0x00_ff_ff_ff;

/** Two images beside each other as they were compared, with lines aligned, to read in pieces of rows. */
export class Lines {
  readonly #engine: Engine;
  readonly #images: readonly [Picture, Picture];
  readonly #difference: Difference;
  readonly #stretches: readonly Stretch[];

  constructor(
    engine: Engine,
    images: readonly [Picture, Picture],
    difference: Difference,
    stretches: readonly Stretch[],
  ) {
    this.#engine = engine;
    this.#images = images;
    this.#difference = difference;
    this.#stretches = stretches.filter(({ masked }) => masked);
  }

  get canvas(): { width: number; height: number } {
    return this.#difference;
  }

  /** The pixels before, of a row of the canvas from a column on. What came between aligned lines reads as it is now. */
  readBefore(x: number, y: number, out: Uint32Array): void {
    const [image] = this.#images;
    this.readAfter(x, y, out);
    for (const { y: top, height, before, columns } of this.#stretches) {
      if (y < top || y >= top + height) continue;
      if (!columns) out.fill(outside);
      if (before === null) continue;
      const shift = columns?.shift ?? 0;
      const from = Math.max(x, columns?.from ?? 0);
      const to = Math.min(x + out.length, columns?.to ?? image.width);
      if (from >= to) continue;
      const row = this.#read(image, before + y - top);
      for (let at = from; at < to; at++) out[at - x] = visible(row[shift + at] ?? 0);
    }
  }

  readAfter(x: number, y: number, out: Uint32Array): void {
    const [, image] = this.#images;
    out.fill(outside);
    if (y >= image.height) return;
    const row = this.#read(image, y);
    const to = Math.min(out.length, image.width - x);
    for (let i = 0; i < to; i++) out[i] = visible(row[x + i] ?? 0);
  }

  /** Where a box of the canvas is in the image before; null where that has nothing of it. */
  boxBefore(box: Box): Box | null {
    return boxBefore(box, this.#stretches, this.#images[0]);
  }

  /** Which pixels of a row of the canvas changed, from a column on: not 0. */
  readMarks(x: number, y: number, out: Uint8Array): void {
    const { mask, maskPitch } = this.#difference;
    const marks = this.#engine.view(mask + y * maskPitch + 1, maskPitch - 1);
    for (let i = 0; i < out.length; i++) out[i] = (marks[(x + i) >> 3] ?? 0) & (128 >> ((x + i) & 7));
  }

  #read(image: Picture, row: number): Uint32Array {
    return new Uint32Array(this.#engine.run.memory.buffer, image.at(row, 1), image.width);
  }
}

const visible = (pixel: number) => (pixel >>> 24 === 0 ? 0 : pixel >>> 0);
