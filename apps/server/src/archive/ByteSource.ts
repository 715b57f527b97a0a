import { ArchiveError } from './ArchiveError.js';

/** Chunks of bytes, read in pieces of the reader's choice. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #position = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Bytes that were read. */
  get position(): number {
    return this.#position;
  }

  /**
   * The next bytes, exactly as many as asked for, or null at the end.
   * @throws {ArchiveError} when only some of them are left
   */
  async read(size: number): Promise<Buffer | null> {
    if (this.#chunk.length >= size) return this.#take(size);
    const parts: Buffer[] = [];
    for (let missing = size; missing > 0; ) {
      const part = await this.readSome(missing);
      if (part === null) {
        if (parts.length === 0) return null;
        throw cutOff();
      }
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts, size);
  }

  /** At least one and at most `limit` of the next bytes, or null at the end. */
  async readSome(limit: number): Promise<Buffer | null> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#chunks.next();
      if (done) return null;
      this.#chunk = value;
    }
    return this.#take(Math.min(limit, this.#chunk.length));
  }

  /** @throws {ArchiveError} when the bytes end before that position */
  async skipTo(position: number): Promise<void> {
    while (this.#position < position) {
      if ((await this.readSome(position - this.#position)) === null) throw cutOff();
    }
  }

  #take(size: number): Buffer {
    this.#position += size;
    const taken = this.#chunk.subarray(0, size);
    this.#chunk = this.#chunk.subarray(size);
    return taken;
  }
}

export const cutOff = () => new ArchiveError('ARCHIVE_INVALID', 'The archive is not a complete tar file');
