import type { StoredImage } from './compareRgba.js';
import { type DecodeOptions, headroom } from './decode.js';
import { Engine } from './engine.js';

/** Memory of an engine besides the images that it keeps. One that has more after a job is replaced. */
const workingBytes = 64 * 1024 * 1024;

/**
 * An image is wanted again soon or never: when it has been inspected, for its comparison, and as the baseline of a next
 * attempt. What came before these is kept for nothing.
 */
const mostImages = 8;

/** A kept image and the memory that is its own. */
interface Kept {
  start: number;
  end: number;
  /** Null while it is being decoded. */
  image: StoredImage | null;
}

/**
 * An engine that keeps the last images that it decoded, by name, within a limit on memory; the least recently used leave
 * first. It does one job at a time.
 */
export class DecodedImages {
  #engine = new Engine();
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #limit: number;

  /** @param limit bytes of the images that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get names(): string[] {
    return [...this.#kept.keys()];
  }

  /** Does a job in the engine. One that fails leaves neither the engine nor its images behind. */
  async use<T>(job: (engine: Engine) => Promise<T>): Promise<T> {
    this.#engine.release(this.#end);
    try {
      const result = await job(this.#engine);
      if (this.#engine.run.memory.buffer.byteLength > this.#limit + workingBytes) this.#forgetAll();
      return result;
    } catch (error) {
      this.#forgetAll();
      throw error;
    }
  }

  /** An image that is kept, which is the most recently used one from now on. */
  find(name: string): StoredImage | null {
    const kept = this.#kept.get(name);
    if (!kept) return null;
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return kept.image;
  }

  /** Whether an image is small enough to be kept. */
  canKeep({ width, height }: { width: number; height: number }): boolean {
    return this.#engine.sizeOf(headroom + width * height * 4) <= this.#limit / 2;
  }

  /**
   * Decodes an image into memory that keeps it. Images of more than half of the limit are not kept, so that there is
   * room for two.
   * @param decodeTo decodes with these options
   * @param needed names of images that have to stay
   */
  async keep<T extends { image: StoredImage }>(
    name: string,
    decodeTo: (place: NonNullable<DecodeOptions['place']>) => Promise<T>,
    needed: readonly string[] = [],
  ): Promise<T> {
    const result = await decodeTo((bytes) => this.#place(name, bytes, needed) ?? this.#engine.take(bytes));
    const kept = this.#kept.get(name);
    if (kept) kept.image = result.image;
    return result;
  }

  /** Null where the image cannot be kept. */
  #place(name: string, bytes: number, needed: readonly string[]): number | null {
    const length = this.#engine.sizeOf(bytes);
    // Behind the images that are kept, the job has its own memory.
    if (length > this.#limit / 2 || this.#engine.taken > this.#end) return null;
    this.#kept.delete(name);
    let start = this.#findGap(length);
    while (start === null || this.#kept.size >= mostImages) {
      const oldest = this.names.find((one) => !needed.includes(one));
      if (oldest === undefined) break;
      this.#kept.delete(oldest);
      start = this.#findGap(length);
    }
    if (start !== null) this.#kept.set(name, { start, end: start + length, image: null });
    this.#engine.release(this.#end);
    this.#engine.reserve();
    return start;
  }

  /** The first place that is long enough, within the limit. */
  #findGap(length: number): number | null {
    let start = this.#first;
    for (const kept of [...this.#kept.values()].sort((one, other) => one.start - other.start)) {
      if (start + length <= kept.start) return start;
      start = kept.end;
    }
    return start + length <= this.#first + this.#limit ? start : null;
  }

  get #first(): number {
    return Math.ceil(this.#engine.run.heapStart() / 64) * 64;
  }

  /** Where the memory of kept images ends. */
  get #end(): number {
    return Math.max(this.#first, ...[...this.#kept.values()].map(({ end }) => end));
  }

  #forgetAll(): void {
    this.#kept.clear();
    this.#engine = new Engine();
  }
}
