import { engineWasm } from './engineWasm.js';

/** What assembly/ exports. Pointers and lengths are bytes in its memory. */
interface EngineExports {
  memory: WebAssembly.Memory;
  heapStart(): number;
  crc32(before: number, start: number, length: number): number;
  streamBytes(): number;
  windowBytes(piece: number): number;
  beginImageData(stream: number, window: number, piece: number): number;
  inflateBoth(a: number, lengthA: number, b: number, lengthB: number): void;
  inflatedTotal(stream: number): number;
  savedBytes(stream: number): number;
  saveStream(stream: number, at: number): void;
  loadStream(stream: number, at: number): void;
  inputHeld(stream: number): number;
  decodePlainRows(
    stream: number,
    channels: number,
    width: number,
    height: number,
    out: number,
    blank: number,
  ): number;
  decodeAnyRows(
    stream: number,
    samples: number,
    depth: number,
    key: bigint,
    colors: number,
    columns: number,
    from: number,
    rows: number,
    out: number,
    step: number,
    pitch: number,
    lines: number,
    lineBytes: number,
  ): number;
  endImageData(stream: number): number;
  clearTransparent(pixels: number, bytes: number): void;
  deflatedBytes(length: number): number;
  deflate(start: number, length: number, out: number): number;
  comparePixels(
    a: number,
    pitchA: number,
    b: number,
    pitchB: number,
    width: number,
    height: number,
    limit: number,
    leaveOutAntiAliasing: boolean,
    mask: number,
    maskPitch: number,
    certain: number,
    from: number,
    to: number,
  ): number;
  beginBelowLimit(): void;
  endBelowLimit(): number;
  flatPairs(): number;
  flatPairsBytes(): number;
  markRun(row: number, start: number, length: number): void;
  countMarks(mask: number, length: number): number;
  firstMark(mask: number, length: number): number;
  lastMark(mask: number, length: number): number;
  findBoxes(
    mask: number,
    pitch: number,
    rowBytes: number,
    height: number,
    side: number,
    labels: number,
    boxes: number,
    most: number,
  ): number;
  mergeBoxes(boxes: number, count: number, near: number): number;
  hashRows(pixels: number, rowBytes: number, rows: number, out: number): void;
  columnSumsBytes(columns: number): number;
  beginColumns(pixels: number, columns: number, sums: number): void;
  addToColumns(pixels: number, pitch: number, columns: number, rows: number, sums: number): void;
  endColumns(sums: number, columns: number, hashes: number, plain: number): void;
  isPlainRow(start: number, length: number): number;
  countEqualBelow(endA: number, endB: number, rowBytes: number, most: number): number;
  alignmentBytes(rows: number): number;
  beginAlignment(
    hashesA: number,
    rowsA: number,
    hashesB: number,
    rowsB: number,
    partnersA: number,
    partnersB: number,
    scratch: number,
  ): void;
  alignRows(rowsA: number, rowsB: number): void;
  pairLeftOver(rowsA: number, rowsB: number): void;
  beginDescription(): void;
  describedColors(): number;
  describedTo(): number;
  describeRows(
    a: number,
    pitchA: number,
    widthA: number,
    b: number,
    pitchB: number,
    widthB: number,
    marks: number,
    maskPitch: number,
    left: number,
    right: number,
    rows: number,
    place: number,
    out: number,
    end: number,
  ): number;
  beginSimilarity(): void;
  addSimilarity(
    a: number,
    pitchA: number,
    b: number,
    pitchB: number,
    width: number,
    height: number,
    from: number,
    to: number,
  ): void;
  endSimilarity(): number;
  shrink(
    pixels: number,
    pitch: number,
    width: number,
    height: number,
    sums: number,
    out: number,
    outWidth: number,
    outHeight: number,
    first: number,
    end: number,
  ): void;
}

const pageBytes = 65_536;

/** Vector instructions may read, and copies write, this far past the end of a buffer. */
const slackBytes = 512;

/** An engine that has grown beyond this is not kept for the next job: WebAssembly memory never shrinks. */
const keptBytes = 96 * 1024 * 1024;

let compiled: WebAssembly.Module | undefined;
/** At most two, the one that was used last at the end. */
let idle: Engine[] = [];

/** One instance of the compiled engine, and the memory of one job in it. */
export class Engine {
  readonly run: EngineExports;
  #top: number;
  /** What the streams at these addresses inflate. */
  readonly #inputs = new Map<number, StreamInput>();

  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.from([...atob(engineWasm)], (char) => char.charCodeAt(0)));
    const host = {
      readInput: (stream: number, to: number, length: number) =>
        this.#inputOf(stream).copy(this.bytes, to, length),
    };
    this.run = new WebAssembly.Instance(compiled, { host }).exports as unknown as EngineExports;
    this.#top = this.run.heapStart();
  }

  /** All memory. The view is void as soon as memory is taken. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.run.memory.buffer as ArrayBuffer);
  }

  /** A view of some bytes, until memory is taken. */
  view(start: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.run.memory.buffer as ArrayBuffer, start, length);
  }

  /** Takes memory, with what the last job left in it. Returns its address, a multiple of 64. */
  take(length: number): number {
    const start = Math.ceil(this.#top / 64) * 64;
    this.#top = start + length + slackBytes;
    this.reserve();
    return start;
  }

  /** Has all the memory that is taken. */
  reserve(): void {
    const missing = this.#top - this.run.memory.buffer.byteLength;
    if (missing > 0) this.#grow(missing);
  }

  /** How much memory {@link take} takes for a length, up to the next start. */
  sizeOf(length: number): number {
    return Math.ceil((length + slackBytes) / 64) * 64;
  }

  #grow(bytes: number): void {
    try {
      this.run.memory.grow(Math.ceil(bytes / pageBytes));
    } catch (cause) {
      throw new Error(`The image engine needs ${this.#top} bytes and cannot have them.`, { cause });
    }
  }

  /** Takes memory and fills it with zeros. */
  takeZeroed(length: number): number {
    const start = this.take(length);
    this.bytes.fill(0, start, start + length + slackBytes);
    return start;
  }

  /** Takes memory and puts a copy of the bytes and zeros behind them there. */
  put(bytes: Uint8Array): number {
    const start = this.take(bytes.length);
    this.bytes.set(bytes, start);
    this.bytes.fill(0, start + bytes.length, start + bytes.length + slackBytes);
    return start;
  }

  /**
   * Says what a stream inflates: a zlib stream in pieces, of which only a part is in the engine's memory at a time.
   * @param from what is read first
   */
  setInput(stream: number, pieces: readonly Uint8Array[], from = 0): void {
    this.#inputs.set(stream, new StreamInput(pieces, from));
  }

  /** Bytes of it that a stream has read so far. */
  inputRead(stream: number): number {
    return this.#inputOf(stream).read;
  }

  #inputOf(stream: number): StreamInput {
    const input = this.#inputs.get(stream);
    if (!input) throw new Error(`no stream begins at ${stream}`);
    return input;
  }

  /** How much is taken, to give back to `release`. */
  get taken(): number {
    return this.#top;
  }

  /** Gives memory back, down to a former `taken`. */
  release(taken: number): void {
    this.#top = taken;
    for (const stream of this.#inputs.keys()) {
      if (stream >= taken) this.#inputs.delete(stream);
    }
  }
}

/** The pieces of a stream that the engine has not read whole, the last first, and how much of one it has. */
class StreamInput {
  readonly #pieces: Uint8Array[];
  #used: number;
  #read: number;

  constructor(pieces: readonly Uint8Array[], from: number) {
    this.#read = from;
    let skipped = 0;
    const first = pieces.findIndex(({ length }) => {
      if (skipped + length > from) return true;
      skipped += length;
      return false;
    });
    this.#pieces = first < 0 ? [] : pieces.slice(first).reverse();
    this.#used = from - skipped;
  }

  /** Bytes that were read so far. */
  get read(): number {
    return this.#read;
  }

  /** Copies the next bytes; returns how many, fewer than asked for only at the end. */
  copy(memory: Uint8Array, to: number, length: number): number {
    let copied = 0;
    for (let piece = this.#pieces.at(-1); piece && copied < length; piece = this.#pieces.at(-1)) {
      const part = piece.subarray(this.#used, this.#used + length - copied);
      memory.set(part, to + copied);
      copied += part.length;
      this.#used += part.length;
      if (this.#used === piece.length) {
        this.#pieces.pop();
        this.#used = 0;
      }
    }
    this.#read += copied;
    return copied;
  }
}

/** An engine that nobody else uses until it is given to {@link closeEngine}. */
export function openEngine(): Engine {
  const engine = idle.pop() ?? new Engine();
  engine.release(engine.run.heapStart());
  return engine;
}

/** Gives an engine back that has done its job. One that failed is not given back: nobody uses it again. */
export function closeEngine(engine: Engine): void {
  if (engine.run.memory.buffer.byteLength <= keptBytes) idle = [...idle.slice(-1), engine];
}

/** Does a job in an engine of its own. */
export function withEngine<T>(job: (engine: Engine) => T): T {
  const engine = openEngine();
  const result = job(engine);
  closeEngine(engine);
  return result;
}
