import type { Difference, StoredImage } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Stretch } from '../fingerprint.js';

/** What stands for a pixel that an image does not have. No pixel reads so: wholly transparent ones are 0. */
export const outside = 0x00_ff_ff_ff;

/** Two images beside each other as they were compared, with lines aligned, to read in pieces of rows. */
export class Lines {
  readonly #pixelsA: Uint32Array;
  readonly #pixelsB: Uint32Array;
  readonly #marks: Uint8Array;
  readonly #images: readonly [StoredImage, StoredImage];
  readonly #difference: Difference;
  readonly #stretches: readonly Stretch[];

  constructor(
    engine: Engine,
    images: readonly [StoredImage, StoredImage],
    difference: Difference,
    stretches: readonly Stretch[],
  ) {
    const read = ({ width, height, pixels }: StoredImage) =>
      new Uint32Array(engine.run.memory.buffer, pixels, width * height);
    this.#pixelsA = read(images[0]);
    this.#pixelsB = read(images[1]);
    this.#marks = engine.view(difference.mask, difference.maskPitch * difference.height);
    this.#images = images;
    this.#difference = difference;
    this.#stretches = stretches.filter(({ masked }) => masked);
  }

  get canvas(): { width: number; height: number } {
    return this.#difference;
  }

  /** The pixels before, of a row of the canvas from a column on. What came between aligned lines reads as it is now. */
  readBefore(x: number, y: number, out: Uint32Array): void {
    const [{ width }] = this.#images;
    this.readAfter(x, y, out);
    for (const { y: top, height, before, columns } of this.#stretches) {
      if (y < top || y >= top + height) continue;
      if (!columns) out.fill(outside);
      if (before === null) continue;
      const shift = columns?.shift ?? 0;
      const from = Math.max(x, columns?.from ?? 0);
      const to = Math.min(x + out.length, columns?.to ?? width);
      const start = (before + y - top) * width + shift;
      for (let at = from; at < to; at++) out[at - x] = visible(this.#pixelsA[start + at] ?? 0);
    }
  }

  readAfter(x: number, y: number, out: Uint32Array): void {
    const [, { width, height }] = this.#images;
    for (let i = 0; i < out.length; i++) {
      out[i] = x + i < width && y < height ? visible(this.#pixelsB[y * width + x + i] ?? 0) : outside;
    }
  }

  isMarked(x: number, y: number): boolean {
    const byte = this.#marks[y * this.#difference.maskPitch + 1 + (x >> 3)] ?? 0;
    return (byte & (128 >> (x & 7))) !== 0;
  }
}

const visible = (pixel: number) => (pixel >>> 24 === 0 ? 0 : pixel >>> 0);
